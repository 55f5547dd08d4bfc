#!/usr/bin/env bash
# What admission costs: JMH, one thread and two, the lane beside its alternatives, with allocation.
# Usage: scripts/bench/admission.sh [JMH options]     results: target/bench/admission.{txt,json}
# A short look instead of a measurement: scripts/bench/admission.sh -f 1 -wi 3 -i 3
set -euo pipefail
cd "$(dirname "$0")/../.."

mvn -q -B -ntp test-compile
mvn -q -B -ntp org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath \
  -DincludeScope=test -Dmdep.outputFile=target/bench/classpath

java=${SLUICE_JAVA:-}
for candidate in "${JAVA_HOME:-/nonexistent}/bin/java" java /usr/lib/jvm/*/bin/java; do
  if [[ -z $java ]] && "$candidate" -version 2>&1 | grep -qE 'version "(2[5-9]|[3-9][0-9])'; then
    java=$candidate
  fi
done
if [[ -z $java ]]; then
  echo "no JDK 25 found: set JAVA_HOME or SLUICE_JAVA" >&2
  exit 1
fi

{
  echo "# $(date -u +%F) $(nproc) cores, $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1)"
  "$java" -version 2>&1 | sed 's/^/# /'
} | tee target/bench/admission.txt
"$java" -cp "target/test-classes:target/classes:$(cat target/bench/classpath)" \
  org.openjdk.jmh.Main 'io\.sluice\.admit\.(Unc|C)ontendedAdmission' -prof gc \
  -rf json -rff target/bench/admission.json "$@" | tee target/bench/admission.log
sed -n '/^Benchmark /,$p' target/bench/admission.log >> target/bench/admission.txt
