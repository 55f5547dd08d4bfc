#!/usr/bin/env bash
# Runs the Gatling simulation against a running gateway.
#
#   scripts/gatling.sh http://localhost:8080 \
#     [-Drate=2000 -Dp0Rate=400 -Dseconds=20 -DwarmUpSeconds=20 -DtimeoutMs=500 -Dp0P99Ms=250]
#
# Exit code as Gatling's: 0, 2 when an assertion failed; 1 when nothing was shed, so that nothing was tested.
# Needs Maven and a JDK of at least 25.
set -euo pipefail
if [ $# -lt 1 ]; then
  sed -n '2,8s/^# \{0,1\}//p' "$0" >&2
  exit 64
fi
url=$1
shift
cd "$(dirname "$0")/.."

mvn -q -B -ntp -Pgatling test-compile
mvn -q -B -ntp -Pgatling org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath \
  -DincludeScope=test -Dmdep.outputFile=target/gatling.classpath

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

exec "$java" -Xmx512m --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow \
  --add-opens=java.base/java.lang=ALL-UNNAMED -DbaseUrl="$url" "$@" \
  -cp "target/test-classes:target/classes:$(cat target/gatling.classpath)" \
  io.gatling.app.Gatling -s io.sluice.surge.LibrarySimulation -rf target/gatling -nr
