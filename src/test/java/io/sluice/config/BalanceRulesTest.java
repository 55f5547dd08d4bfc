package io.sluice.config;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.balance.BalanceOptions;
import io.sluice.balance.EjectionOptions;
import io.sluice.balance.HealthOptions;
import io.sluice.balance.Strategy;
import io.sluice.edge.BackendOptions;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said of the choice of endpoints, and of those that are left out. */
class BalanceRulesTest {
  private static final String TWO = "endpoints: ['http://10.0.0.1', 'http://10.0.0.2']";

  @TempDir private Path folder;

  private static String app(String keys) {
    return """
        lanes: { main: { limit: 24 } }
        backends:
          app: { %s }
        routes:
          - { name: all, path: "/*", lane: main, backend: app }
        """
        .formatted(keys);
  }

  private void assertRefused(String keys, String... messages) {
    assertThat(Sample.of(folder, app(keys)).faults()).containsExactly(messages);
  }

  private BackendOptions options(String keys) {
    return Sample.of(folder, app(keys)).options().backend("app");
  }

  @Test
  void nothingSaid_isPowerOfTwoChoices_withEjection_andNoChecks() {
    BackendOptions options = options(TWO);
    assertThat(options.balance()).isEqualTo(BalanceOptions.DEFAULT);
    assertThat(options.ejection()).isEqualTo(EjectionOptions.DEFAULT);
    assertThat(options.health()).isNull();
    assertThat(options.slowStart()).isZero();
  }

  @Test
  void defaults_areWrittenOnceThoughTheyStandTwice() {
    Shape.section(EjectionOptions.class)
        .entries()
        .forEach(e -> assertThat(Defaults.of(e)).isEqualTo(e.valueIn(EjectionOptions.DEFAULT)));
    assertThat(options(TWO + ", ejection: {}").ejection()).isEqualTo(EjectionOptions.DEFAULT);
  }

  @Test
  void everyKey_isTaken() {
    BackendOptions options =
        options(
            TWO
                + ", balance: { strategy: consistent-hash, hash: 'cookie:session' }"
                + ", ejection: { failures: 3, base: 2s, max: 30s, maxEjected: 100%, panic: 0% }"
                + ", health: { path: '/up?deep=1', interval: 2s, timeout: 500ms, status: 204 }"
                + ", slowStart: 30s");
    assertThat(options.balance())
        .isEqualTo(new BalanceOptions(Strategy.CONSISTENT_HASH, "cookie:session"));
    assertThat(options.ejection().failures()).isEqualTo(3);
    assertThat(options.ejection().panic().fraction()).isZero();
    HealthOptions health = requireNonNull(options.health());
    assertThat(health.rise()).isEqualTo(2);
    assertThat(health.isGood(204)).isTrue();
    assertThat(health.isGood(200)).isFalse();
    assertThat(options.slowStart()).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void healthChecksOfInProcessCode_areRefused() {
    assertThat(Sample.of(folder, app("inProcess: library, health: { path: / }")).faults())
        .contains(
            "c.yaml:3:30: backends.app.health: an inProcess backend has no endpoints (expected:"
                + " none)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "balance: { strategy: round-robin }",
        "ejection: { failures: 1 }",
        "slowStart: 1s"
      })
  void otherKeysForInProcessCode_areRefusedToo(String key) {
    assertThat(Sample.of(folder, app("inProcess: library, " + key)).faults())
        .anyMatch(it -> it.endsWith(": an inProcess backend has no endpoints (expected: none)"));
  }

  @Test
  void hashAndItsStrategy_needEachOther() {
    assertRefused(
        TWO + ", balance: { hash: path }",
        "c.yaml:3:61: backends.app.balance.strategy: p2c (expected: consistent-hash, as there is a"
            + " hash)");
    assertRefused(
        TWO + ", balance: { strategy: consistent-hash }",
        "c.yaml:3:61: backends.app.balance.hash: missing (expected: header:<name>, cookie:<name> or"
            + " path, for consistent-hash)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"query:a", "'header:'", "cookie", "'header:a b'", "paths"})
  void keyThatIsNone_isRefused(String hash) {
    assertRefused(
        TWO + ", balance: { strategy: consistent-hash, hash: " + hash + " }",
        "c.yaml:3:105: backends.app.balance.hash: %s (expected: header:<name>, cookie:<name> or path)"
            .formatted(hash.replace("'", "")));
  }

  @Test
  void unknownStrategy_isRefused() {
    assertRefused(
        TWO + ", balance: { strategy: least-time }",
        "c.yaml:3:82: backends.app.balance.strategy: least-time (expected: one of p2c, round-robin,"
            + " consistent-hash)");
  }

  @Test
  void ejectionThatCannotGrow_isRefused() {
    assertRefused(
        TWO + ", ejection: { max: 500ms }",
        "c.yaml:3:78: backends.app.ejection.max: 500ms (expected: at least base, 1s)");
  }

  @Test
  void boundsOfEjection_areThoseOfTheKeys() {
    assertRefused(
        TWO + ", ejection: { failures: -1, maxEjected: 101% }",
        "c.yaml:3:83: backends.app.ejection.failures: -1 (expected: 0..1000)",
        "c.yaml:3:99: backends.app.ejection.maxEjected: 101% (expected: 0%..100%, written like 30%)");
  }

  @Test
  void ejectionOfASingleEndpoint_isWarnedAbout() {
    assertThat(
            Sample.of(folder, app("endpoints: ['http://[::1]:80'], ejection: { failures: 3 }"))
                .warnings())
        .containsExactly(
            "c.yaml:3:42: warning: backends.app.ejection: a single endpoint is never ejected");
    for (String fine :
        new String[] {
          "endpoints: ['http://app:80'], ejection: { failures: 3 }",
          "endpoints: ['http://10.0.0.1'], ejection: { failures: 0 }",
          "endpoints: ['http://10.0.0.1']",
          TWO + ", ejection: { failures: 3 }"
        }) {
      assertThat(Sample.of(folder, app(fine)).warnings()).as(fine).isEmpty();
    }
  }

  @Test
  void healthChecksWithoutAPath_areRefused() {
    assertRefused(
        TWO + ", health: { rise: 1 }",
        "c.yaml:3:61: backends.app.health.path: missing (expected: a path such as /healthz)");
  }

  @Test
  void checksThatOverlap_areRefused() {
    assertRefused(
        TWO + ", health: { path: /up, timeout: 6s }",
        "c.yaml:3:91: backends.app.health.timeout: 6s (expected: at most interval, 5s)");
  }

  @ParameterizedTest
  @CsvSource({
    "299-200, 'a status, or a range from a lower to a higher one'",
    "2xx, 'a status or a range of them, such as 200 or 200-399'",
    "99, 'a status or a range of them, such as 200 or 200-399'"
  })
  void statusesThatAreNone_areRefused(String status, String expected) {
    assertRefused(
        TWO + ", health: { path: /up, status: " + status + " }",
        "c.yaml:3:90: backends.app.health.status: %s (expected: %s)".formatted(status, expected));
  }

  @Test
  void unknownKey_isNamedWithTheNearest() {
    assertRefused(
        TWO + ", health: { path: /up, intervall: 1s }",
        "c.yaml:3:82: backends.app.health.intervall: unknown key (did you mean \"interval\"?)");
  }
}
