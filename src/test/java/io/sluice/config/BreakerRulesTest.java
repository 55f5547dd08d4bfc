package io.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.breaker.BreakerOptions;
import io.sluice.breaker.BreakerOptions.Counting;
import io.sluice.options.Share;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Breakers of backends: what is read, refused and warned about. */
class BreakerRulesTest {
  private static final String ONE_ROUTE =
      """
      backends: { app: { endpoints: [http://a], breaker: BREAKER } }
      lanes: { main: {} }
      routes:
        - { name: a, path: PATH, kind: KIND, lane: main, backend: app }
      """;

  @TempDir private Path folder;

  private Sample breaker(String breaker) {
    return route(breaker, "/a", "read");
  }

  private Sample route(String breaker, String path, String kind) {
    return Sample.of(
        folder, ONE_ROUTE.replace("BREAKER", breaker).replace("PATH", path).replace("KIND", kind));
  }

  @Test
  void noSection_isNoBreaker() {
    assertThat(Sample.of(folder, Sample.REST).options().backend("app").breaker()).isNull();
  }

  @Test
  void emptySection_hasTheDefaults() {
    Sample sample = breaker("{}");
    assertThat(sample.warnings()).isEmpty();
    assertThat(sample.options().backend("app").breaker())
        .isEqualTo(
            new BreakerOptions(
                5,
                null,
                null,
                Duration.ofMillis(500),
                Duration.ofSeconds(10),
                20,
                List.of(500, 502, 503, 504),
                Counting.CALL,
                Duration.ofSeconds(1),
                Duration.ofSeconds(1)));
  }

  @Test
  void everyKey_isRead() {
    assertThat(
            breaker(
                    """
                    { failures: 7, failureRate: 50%, slowRate: 12.5%, slowCall: 80ms, window: 30s,
                      minimumCalls: 40, statuses: [429, 500, 599], counts: attempt, cooldown: 250ms,
                      probeTimeout: 2s }
                    """)
                .options()
                .backend("app")
                .breaker())
        .isEqualTo(
            new BreakerOptions(
                7,
                new Share(0.5),
                new Share(0.125),
                Duration.ofMillis(80),
                Duration.ofSeconds(30),
                40,
                List.of(429, 500, 599),
                Counting.ATTEMPT,
                Duration.ofMillis(250),
                Duration.ofSeconds(2)));
  }

  @Test
  void statuses_mayBeNone_soThatOnlyBrokenCallsCount() {
    assertThat(breaker("{ statuses: [] }").faults()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          { failures: -1 }                              | c.yaml:1:64: backends.app.breaker.failures: -1 (expected: 0..10000)
          { failures: many }                            | c.yaml:1:64: backends.app.breaker.failures: many (expected: 0..10000)
          { failureRate: 0% }                           | c.yaml:1:67: backends.app.breaker.failureRate: 0% (expected: 1%..100%)
          { failureRate: 101% }                         | c.yaml:1:67: backends.app.breaker.failureRate: 101% (expected: 1%..100%, written like 30%)
          { failureRate: 0.5 }                          | c.yaml:1:67: backends.app.breaker.failureRate: 0.5 (expected: 1%..100%, written like 30%)
          { slowRate: 0% }                              | c.yaml:1:64: backends.app.breaker.slowRate: 0% (expected: 1%..100%)
          { slowCall: 0ms }                             | c.yaml:1:64: backends.app.breaker.slowCall: 0ms (expected: 1ms..10m)
          { window: 99ms }                              | c.yaml:1:62: backends.app.breaker.window: 99ms (expected: 100ms..1h)
          { minimumCalls: 0 }                           | c.yaml:1:68: backends.app.breaker.minimumCalls: 0 (expected: 1..1000000)
          { statuses: [404] }                           | c.yaml:1:65: backends.app.breaker.statuses[0]: 404 (expected: 429, or a status from 500 to 599)
          { statuses: [500, 600] }                      | c.yaml:1:70: backends.app.breaker.statuses[1]: 600 (expected: 429, or a status from 500 to 599)
          { statuses: [server-error] }                  | c.yaml:1:65: backends.app.breaker.statuses[0]: server-error (expected: 429, or a status from 500 to 599)
          { statuses: 500 }                             | c.yaml:1:64: backends.app.breaker.statuses: 500 (expected: a list)
          { counts: requests }                          | c.yaml:1:62: backends.app.breaker.counts: requests (expected: one of call, attempt)
          { cooldown: 9ms }                             | c.yaml:1:64: backends.app.breaker.cooldown: 9ms (expected: 10ms..10m)
          { cooldown: 200 }                             | c.yaml:1:64: backends.app.breaker.cooldown: 200 (expected: 10ms..10m, written like 250ms, 1s, 5m or 1h)
          { probeTimeout: 0ms }                         | c.yaml:1:68: backends.app.breaker.probeTimeout: 0ms (expected: 10ms..10m)
          { failure: 3 }                                | c.yaml:1:54: backends.app.breaker.failure: unknown key (did you mean "failures"?)
          { failures: 0 }                               | c.yaml:1:64: backends.app.breaker.failures: 0 (expected: at least 1; or a failureRate or slowRate, as nothing else opens it)
          { failures: 1, counts: attempt }              | c.yaml:1:64: backends.app.breaker.failures: 1 (expected: at least 3, more than the attempts of one request)
          { failureRate: 50%, minimumCalls: 1, counts: attempt } | c.yaml:1:86: backends.app.breaker.minimumCalls: 1 (expected: at least 3, more than the attempts of one request)
          """)
  void badBreaker_isRefusedWithItsPlace(String breaker, String message) {
    assertThat(breaker(breaker).faults()).containsExactly(message);
  }

  @Test
  void ratesAlone_areEnough() {
    assertThat(breaker("{ failures: 0, failureRate: 20% }").faults()).isEmpty();
    assertThat(breaker("{ failures: 0, slowRate: 20% }").faults()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"/a, refresh", "/healthz, read", "/app/health, read"})
  void breakerInFrontOfCheapReadsOnly_isWarnedAbout(String path, String kind) {
    assertThat(route("{}", path, kind).warnings())
        .containsExactly(
            "c.yaml:1:43: warning: backends.app.breaker: all that app gets is cheap and comes again"
                + " (routes[0]): a breaker makes a flicker last");
  }

  @ParameterizedTest
  @ValueSource(strings = {"read", "write", "patient", "batch"})
  void breakerInFrontOfOtherWork_isNot(String kind) {
    assertThat(route("{}", "/a", kind).warnings()).isEmpty();
  }

  @Test
  void probeThatCannotOutlastAConnect_isWarnedAbout() {
    assertThat(breaker("{ probeTimeout: 249ms }").warnings())
        .containsExactly(
            "c.yaml:1:68: warning: backends.app.breaker.probeTimeout: a probe is lost before it can"
                + " fail: it has 249ms, and connecting may take 250ms");
    assertThat(breaker("{ probeTimeout: 250ms }").warnings()).isEmpty();
  }
}
