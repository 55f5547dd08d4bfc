package io.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.options.Bytes;
import io.sluice.options.Share;
import io.sluice.retry.BackoffOptions;
import io.sluice.retry.BudgetOptions;
import io.sluice.retry.HedgeOptions;
import io.sluice.retry.RetryOptions;
import io.sluice.retry.RetryOptions.On;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RetryRulesTest {
  @TempDir private Path folder;

  private Sample backend(String keys, String timeout) {
    return Sample.of(
        folder,
        """
        lanes: { main: { limit: 24 } }
        backends:
          app: { endpoints: [http://a], %s }
        routes:
          - { name: all, path: /, lane: main, backend: app, timeout: %s }
        """
            .formatted(keys, timeout));
  }

  private void assertRefused(String keys, String... messages) {
    assertThat(backend(keys, "1s").faults()).containsExactly(messages);
  }

  @Test
  void everyKey_isRead() {
    Sample sample =
        Sample.of(
            folder,
            """
            retryBudget: { ratio: 10%, minimum: 5, perSecond: 50 }
            lanes: { main: { limit: 24 } }
            backends:
              app:
                endpoints: [http://a]
                retry:
                  attempts: 3
                  on: [connect-failure, reset, timeout]
                  statuses: [429, 503]
                  perAttempt: 300ms
                  backoff: { base: 20ms, max: 1s, jitter: 100% }
                  minAttempt: 20ms
                  maxReplayBytes: 1MiB
                  budget: { ratio: 50%, minimum: 0, perSecond: 1 }
                  hedge: { after: 50ms, percentile: 95% }
            routes:
              - { name: all, path: /, lane: main, backend: app }
            """);
    assertThat(sample.options().retryBudget()).isEqualTo(new BudgetOptions(new Share(0.1), 5, 50));
    assertThat(sample.options().backend("app").retry())
        .isEqualTo(
            new RetryOptions(
                3,
                List.of(On.CONNECT_FAILURE, On.RESET, On.TIMEOUT),
                List.of(429, 503),
                Duration.ofMillis(300),
                new BackoffOptions(Duration.ofMillis(20), Duration.ofSeconds(1), Share.ALL),
                Duration.ofMillis(20),
                new Bytes(1 << 20),
                new BudgetOptions(new Share(0.5), 0, 1),
                new HedgeOptions(Duration.ofMillis(50), new Share(0.95))));
    Sample again = Sample.of(folder, sample.valid().effectiveYaml());
    assertThat(again.options()).isEqualTo(sample.options());
  }

  @Test
  void keysLeftOut_haveTheirDefaults() {
    assertThat(backend("retry: { attempts: 2 }", "1s").options().backend("app").retry())
        .isEqualTo(RetryOptions.DEFAULT);
  }

  @Test
  void valuesOutOfBounds_areRefused() {
    assertRefused(
        "retry: { attempts: 11 }",
        "c.yaml:3:52: backends.app.retry.attempts: 11 (expected: 1..10)");
    assertRefused(
        "retry: { attempts: 0 }", "c.yaml:3:52: backends.app.retry.attempts: 0 (expected: 1..10)");
    assertRefused(
        "retry: { on: [reset, eof] }",
        "c.yaml:3:54: backends.app.retry.on[1]: eof (expected: one of connect-failure, unprocessed,"
            + " stale-connection, reset, timeout)");
    assertRefused(
        "retry: { on: [503] }",
        "c.yaml:3:47: backends.app.retry.on[0]: 503 (expected: one of connect-failure, unprocessed,"
            + " stale-connection, reset, timeout)");
    assertRefused(
        "retry: { statuses: [often, 503] }",
        "c.yaml:3:53: backends.app.retry.statuses[0]: often (expected: 429, 500, 502, 503 or 504)");
    assertRefused(
        "retry: { backoff: { base: 0ms } }",
        "c.yaml:3:59: backends.app.retry.backoff.base: 0ms (expected: 1ms..10s)");
    assertRefused(
        "retry: { budget: { ratio: 120% } }",
        "c.yaml:3:59: backends.app.retry.budget.ratio: 120% (expected: 0%..100%, written like 30%)");
    assertRefused(
        "retry: { budget: { perSecond: 0 } }",
        "c.yaml:3:63: backends.app.retry.budget.perSecond: 0 (expected: 1..1000000)");
    assertRefused(
        "retry: { budjet: { ratio: 20% } }",
        "c.yaml:3:42: backends.app.retry.budjet: unknown key (did you mean \"budget\"?)");
    assertRefused(
        "retry: { maxReplayBytes: 17MiB }",
        "c.yaml:3:58: backends.app.retry.maxReplayBytes: 17MiB (expected: 0..16MiB)");
    assertRefused(
        "retry: 3",
        "c.yaml:3:40: backends.app.retry: 3 (expected: a mapping with attempts, on, statuses,"
            + " perAttempt, backoff, minAttempt, maxReplayBytes, budget, hedge)");
  }

  @Test
  void pausesThatShrink_areRefused() {
    assertRefused(
        "retry: { backoff: { base: 50ms, max: 20ms } }",
        "c.yaml:3:70: backends.app.retry.backoff.max: 20ms (expected: at least backoff.base, 50ms)");
    assertRefused(
        "retry: { backoff: { base: 201ms } }",
        "c.yaml:3:59: backends.app.retry.backoff.base: 201ms (expected: at most backoff.max, 200ms)");
    assertRefused("retry: { backoff: { base: 200ms } }");
  }

  @Test
  void answersAboutTheRequest_areRefused() {
    assertRefused(
        "retry: { statuses: [503, 404] }",
        "c.yaml:3:58: backends.app.retry.statuses[1]: 404 (expected: 429, 500, 502, 503 or 504)");
  }

  /** Field case 24. */
  @Test
  void attemptsTooShortToConnect_areRefused() {
    assertRefused(
        "retry: { perAttempt: 100ms }",
        "c.yaml:3:54: backends.app.retry.perAttempt: 100ms (expected: at least connectTimeout, 250ms)");
    assertRefused("connectTimeout: 100ms, retry: { perAttempt: 100ms }");
    assertRefused(
        "connectTimeout: 10ms, retry: { perAttempt: 20ms, minAttempt: 30ms }",
        "c.yaml:3:76: backends.app.retry.perAttempt: 20ms (expected: at least minAttempt, 30ms)");
  }

  @Test
  void hedgingWithoutAnAttemptToSpare_isRefused() {
    assertRefused(
        "retry: { attempts: 1, hedge: { after: 50ms } }",
        "c.yaml:3:52: backends.app.retry.attempts: 1 (expected: at least 2, as what hedges is an"
            + " attempt, too)");
    assertRefused(
        "retry: { attempts: 1, hedge: { percentile: 99% } }",
        "c.yaml:3:52: backends.app.retry.attempts: 1 (expected: at least 2, as what hedges is an"
            + " attempt, too)");
  }

  @Test
  void retriesOfWhatRunsInThisProcess_areRefused() {
    assertThat(
            Sample.of(
                    folder,
                    """
                    lanes: { main: { workers: 8 } }
                    backends:
                      app: { inProcess: app, retry: { attempts: 3 } }
                    routes:
                      - { name: all, path: /, lane: main, backend: app }
                    """)
                .faults())
        .containsExactly(
            "c.yaml:3:26: backends.app.retry: backends.app runs in this process (expected: no retry)");
  }

  @Test
  void attemptsThatTakeLongerThanTheBriefestRoute_areWarnedAbout() {
    String attempts = "connectTimeout: 50ms, retry: { attempts: 3, perAttempt: 100ms }";
    assertThat(backend(attempts, "344ms").warnings())
        .containsExactly(
            "c.yaml:3:74: warning: backends.app.retry.attempts: 3 attempts of 100ms and their pauses"
                + " take up to 345ms, and routes[0].timeout is 344ms: the last ones are cut, or never made");
    assertThat(backend(attempts, "345ms").warnings()).isEmpty();
    assertThat(backend("retry: { attempts: 10 }", "1s").warnings())
        .containsExactly(
            "c.yaml:3:52: warning: backends.app.retry.attempts: 10 attempts of 10ms at least and their"
                + " pauses take up to 1315ms, and routes[0].timeout is 1s: the last ones are cut, or never made");
    assertThat(backend("retry: { attempts: 1, perAttempt: 250ms }", "251ms").warnings()).isEmpty();
  }

  @Test
  void aFaultBelow_isNotRepeatedAsAnother() {
    assertRefused(
        "retry: { attempts: 10, perAttempt: 100d }",
        "c.yaml:3:68: backends.app.retry.perAttempt: 100d (expected: 1ms..1h, written like 250ms, 1s, 5m"
            + " or 1h)");
  }
}
