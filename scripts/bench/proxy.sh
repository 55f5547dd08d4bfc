#!/usr/bin/env bash
# What a proxied request costs: Sluice with every policy on, a bare hand-piped Vert.x proxy, nginx and
# HAProxy, in alternation, on the same tiny backend; then what a refusal costs, the memory of a crowd
# of idle connections, and the time to start.
# Needs wrk, nginx and haproxy.         results: target/bench/proxy.md
#
#   scripts/bench/proxy.sh
#   ROUNDS=5 SECONDS_EACH=10 CONNECTIONS=64 WARM_UP=60 scripts/bench/proxy.sh
set -euo pipefail
cd "$(dirname "$0")/../.."

rounds=${ROUNDS:-5}
seconds=${SECONDS_EACH:-8}
connections=${CONNECTIONS:-64}
warm_up=${WARM_UP:-40}
crowd=${CROWD:-10000}
work=$PWD/target/bench/proxy
report=$PWD/target/bench/proxy.md
readonly TICKS_PER_SECOND=$(getconf CLK_TCK)

for tool in wrk nginx haproxy; do
  command -v "$tool" >/dev/null || { echo "$tool is not installed; this comparison needs it" >&2; exit 2; }
done
scripts/sluice --version >/dev/null # builds what is missing
[ -d target/test-classes/io/sluice/bench ] || mvn -q -B -ntp test-compile
java=${SLUICE_JAVA:-}
for candidate in "${JAVA_HOME:-/nonexistent}/bin/java" java /usr/lib/jvm/*/bin/java; do
  if [[ -z $java ]] && "$candidate" -version 2>&1 | grep -qE 'version "(2[5-9]|[3-9][0-9])'; then
    java=$candidate
  fi
done
rm -rf "$work" && mkdir -p "$work"

pids=()
stop_all() {
  [ ${#pids[@]} -eq 0 ] || kill "${pids[@]}" 2>/dev/null || true
  pkill -f "nginx.*$work" 2>/dev/null || true
}
trap stop_all EXIT

await_port() {
  for _ in $(seq 200); do
    (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null && return
    sleep 0.05
  done
  echo "nothing listens on port $1" >&2
  exit 1
}

# ---- the contenders: name, port; their processes are in pid_of

declare -A port_of=([nginx]=19083 [haproxy]=19084 [bare]=19085 [sluice]=19080 [logging]=19086)
declare -A pid_of

start_nginx() { # name, configuration
  echo "$2" >"$work/$1.conf"
  nginx -p "$work" -e "$work/$1.err" -c "$work/$1.conf" -g 'daemon off;' &
  pids+=($!)
  pid_of[$1]=$!
}

start_contenders() {
  start_nginx tiny "worker_processes 1; pid $work/tiny.pid; events { worker_connections 4096; }
    http { access_log off; keepalive_requests 100000000;
      server { listen 127.0.0.1:19081 backlog=1024; location / { default_type text/plain; return 200 'hello, world'; } } }"
  start_nginx nginx "worker_processes 2; pid $work/nginx.pid; events { worker_connections 16384; }
    http { access_log off; keepalive_requests 100000000;
      upstream tiny { server 127.0.0.1:19081; keepalive 256; keepalive_requests 100000000; }
      server { listen 127.0.0.1:19083 backlog=1024;
        location / { proxy_pass http://tiny; proxy_http_version 1.1; proxy_set_header Connection ''; } } }"
  cat >"$work/haproxy.cfg" <<CFG
global
  nbthread 2
  maxconn 4096
defaults
  mode http
  timeout client 30m
  timeout server 30m
  timeout connect 1s
  timeout tarpit 30m
frontend front
  bind 127.0.0.1:19084
  default_backend tiny
backend tiny
  http-reuse always
  server tiny 127.0.0.1:19081
frontend hole
  bind 127.0.0.1:19082
  http-request tarpit
CFG
  haproxy -f "$work/haproxy.cfg" >"$work/haproxy.log" 2>&1 &
  pids+=($!)
  pid_of[haproxy]=$!
  "$java" -Xmx512m --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow \
    -cp target/test-classes:target/sluice.jar io.sluice.bench.BareProxy 19085 19081 2 >"$work/bare.log" 2>&1 &
  pids+=($!)
  pid_of[bare]=$!
  start_sluice sluice scripts/bench/proxy.yaml
  sed -e 's/port: 19080/port: 19086/' -e 's/port: 19090/port: 19091/' scripts/bench/proxy.yaml >"$work/logging.yaml"
  echo "accessLog: { file: $work/access.log, format: json }" >>"$work/logging.yaml"
  if scripts/sluice check "$work/logging.yaml" >/dev/null 2>&1; then start_sluice logging "$work/logging.yaml"; else unset 'port_of[logging]'; fi
  for name in "${!port_of[@]}"; do await_port "${port_of[$name]}"; done
}

start_sluice() { # name, configuration
  SLUICE_NO_BUILD=1 SLUICE_JAVA_OPTS="-Xmx512m" scripts/sluice run "$2" >"$work/$1.log" 2>&1 &
  pids+=($!)
  pid_of[$1]=$!
}

# ---- what is measured

# User and system time of a process and its children, in microseconds.
cpu_micros() {
  local pid total=0
  for pid in "$1" $(pgrep -P "$1"); do
    total=$((total + $(sed 's/.*) //' "/proc/$pid/stat" | awk '{ print $12 + $13 }')))
  done
  echo $((total * 1000000 / TICKS_PER_SECOND))
}

rss_mib() {
  local pid total=0
  for pid in "$1" $(pgrep -P "$1"); do
    total=$((total + $(awk '/^VmRSS/ { print $2 }' "/proc/$pid/status")))
  done
  echo $((total / 1024))
}

# One line: name, req/s, p50, p99, p99.9 in ms, failures, CPU in microseconds a request.
measure() { # label, process, url, seconds
  local before after line requests
  before=$(cpu_micros "$2")
  line=$(wrk -t2 -c"$connections" -d"$4" -s scripts/bench/percentiles.lua "$3" | grep '^result')
  after=$(cpu_micros "$2")
  requests=$(echo "$line" | cut -d' ' -f2)
  echo "$1 $(echo "$line" | cut -d' ' -f3-7) $(awk -v n="$requests" -v d=$((after - before)) 'BEGIN { printf "%.1f", d / n }')"
}

median() { # label, column
  awk -v label="$1" -v column="$2" '$1 == label { print $column }' "$work/rounds.txt" | sort -n |
    awk '{ a[NR] = $1 } END { print NR % 2 ? a[(NR + 1) / 2] : (a[NR / 2] + a[NR / 2 + 1]) / 2 }'
}

# Whoever held it before leaves, and others come. Descriptors far from those the shell itself uses to
# remember where output went.
hold_the_lane() {
  local fd
  for fd in 61 62 63 64; do
    eval "exec $fd>&-"
  done
  sleep 0.2
  for fd in 61 62 63 64; do
    eval "exec $fd<>/dev/tcp/127.0.0.1/19080"
    printf 'GET /hold HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n' >&$fd
  done
  sleep 0.3
  [ "$(curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:19080/shed)" = 429 ] ||
    { echo "the lane is not held: a refusal was expected" >&2; exit 1; }
}

measure_refusals() { # seconds
  hold_the_lane
  measure shed "${pid_of[sluice]}" http://127.0.0.1:19080/shed "$1"
}

start_contenders
contenders=(nginx haproxy bare sluice ${port_of[logging]:+logging})
echo "warming up: $warm_up s each" >&2
for name in "${contenders[@]}"; do
  measure "$name" "${pid_of[$name]}" "http://127.0.0.1:${port_of[$name]}/" "$warm_up" >>"$work/warm.txt"
done
measure_refusals "$warm_up" >>"$work/warm.txt"
for round in $(seq "$rounds"); do
  for name in "${contenders[@]}"; do
    measure "$name" "${pid_of[$name]}" "http://127.0.0.1:${port_of[$name]}/" "$seconds" | tee -a "$work/rounds.txt" >&2
  done
  measure_refusals "$seconds" | tee -a "$work/rounds.txt" >&2
done

ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }'; }

{
  echo "| | req/s | p50 ms | p99 ms | p99.9 ms | CPU µs a request | memory MiB |"
  echo "|---|---|---|---|---|---|---|"
  for name in "${contenders[@]}" shed; do
    pid=${pid_of[$name]:-${pid_of[sluice]}}
    echo "| $name | $(median "$name" 2) | $(median "$name" 3) | $(median "$name" 4) | $(median "$name" 5) | $(median "$name" 7) | $(rss_mib "$pid") |"
  done
  echo
  echo "Medians of $rounds rounds of $seconds s, $connections connections, after $warm_up s of warming up each."
  echo
  echo "* CPU a request over the bare proxy: $(ratio "$(median sluice 7)" "$(median bare 7)"), with the JSON access log ${port_of[logging]:+$(ratio "$(median logging 7)" "$(median bare 7)")}"
  echo "* req/s of nginx: $(ratio "$(median sluice 2)" "$(median nginx 2)") (bare: $(ratio "$(median bare 2)" "$(median nginx 2)"), HAProxy: $(ratio "$(median haproxy 2)" "$(median nginx 2)"))"
  echo "* refused over proxied req/s: $(ratio "$(median shed 2)" "$(median sluice 2)")"
  awk '$6 > 0 { bad += $6 } END { print "* requests that failed on their connection: " bad + 0 }' "$work/rounds.txt"
} | tee "$report"
exec 61>&- 62>&- 63>&- 64>&-
stop_all
wait "${pids[@]}" 2>/dev/null || true
pids=()

# ---- idle connections and a surge in a small heap, and the time to start

# Waits for a condition, up to a minute.
await() {
  local _
  for _ in $(seq 3000); do
    "$@" && return
    sleep 0.02
  done
  echo "waited in vain for: $*" >&2
  exit 1
}
answers() { curl -s -o /dev/null -f -m 1 "$1"; }

ulimit -n "$(ulimit -Hn)"
start_nginx tiny "$(cat "$work/tiny.conf")"
await_port 19081
started=$(date +%s%N)
SLUICE_NO_BUILD=1 SLUICE_JAVA_OPTS="-Xmx256m" scripts/sluice run scripts/bench/proxy.yaml >"$work/small.log" 2>&1 &
small=$!
pids+=("$small")
await answers http://127.0.0.1:19080/
first=$(date +%s%N)
"$java" -Xmx256m -cp target/test-classes io.sluice.bench.IdleCrowd 19080 "$crowd" / >"$work/crowd.log" 2>&1 &
pids+=($!)
await test -s "$work/crowd.log"
measure crowded "$small" http://127.0.0.1:19080/ "$seconds" >"$work/crowded.txt"
{
  echo "* from the launcher's start to the first proxied response: $(((first - started) / 1000000)) ms"
  echo "* $(tail -n 1 "$work/crowd.log"), and a surge of $(cut -d' ' -f2 "$work/crowded.txt") req/s beside them, $(cut -d' ' -f6 "$work/crowded.txt") failed, in -Xmx256m: $(rss_mib "$small") MiB resident"
} | tee -a "$report"
if grep -i "OutOfMemory" "$work/small.log"; then
  exit 1
fi
