#!/usr/bin/env bash
# Runs the k6 scripts against a running gateway: on k6 where it is installed, else on the stand-in for its modules.
#
#   scripts/k6/check.sh GATEWAY_URL [LIBRARY_URL]
#
# All scripts must pass. With LIBRARY_URL the surge is also sent straight at the library, and must fail: a
# threshold that nothing crosses checks nothing. RATE, P0_RATE, DURATION, WARM_UP and the like reach the scripts
# through the environment; a library smaller than the demo's needs a smaller RATE and CAPACITY.
set -euo pipefail

if [ $# -lt 1 ] || [ $# -gt 2 ]; then
  sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
gateway=$1
library=${2:-}
here="$(cd "$(dirname "$0")" && pwd)"
crossed=99

if command -v k6 >/dev/null; then
  runner="k6"
  run() { k6 run -e "BASE_URL=$1" "$here/$2"; }
else
  runner="the stand-in (no k6 on the PATH)"
  tests="$(node --test "$here"/stand-in/*.test.mjs 2>&1)" || { echo "$tests"; exit 1; }
  run() { node "$here/stand-in/run.mjs" -e "BASE_URL=$1" "$here/$2"; }
fi

failed=0
expect() { # wanted exit code, URL, script
  local code=0
  printf '\n== %s against %s\n' "$3" "$2"
  run "$2" "$3" || code=$?
  if [ "$code" -ne "$1" ]; then
    printf '!! %s against %s ended with %d (expected: %d)\n' "$3" "$2" "$code" "$1"
    failed=1
  fi
}

echo "running on $runner"
for script in surge.js naive.js cooperative.js ramp.js; do
  expect 0 "$gateway" "$script"
done
if [ -n "$library" ]; then
  expect "$crossed" "$library" surge.js
fi
if [ "$failed" -ne 0 ]; then
  echo 'check.sh: not as expected, see the lines with !!' >&2
  exit 1
fi
echo 'check.sh: every script ended as expected'
