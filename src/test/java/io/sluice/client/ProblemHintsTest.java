package io.sluice.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProblemHintsTest {
  @Test
  void read_findsReasonTierLaneAndHints_amongOtherMembers() {
    String body =
        """
        {"type":"https://example.org/problems/lane-full","status":429,
         "other":{"hints":{"baseMs":1}},"list":[{"reason":"x"}],
         "reason":"lane-full","tier":"p2","lane":"loans",
         "hints":{"baseMs":250,"more":[1,{"maxMs":1}],"maxMs":4000,"jitterMs":90}}
        """;
    assertThat(ProblemHints.read(body.getBytes(UTF_8)))
        .contains(new ProblemHints("lane-full", "p2", "loans", new Backoff(250, 4000, 90)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'baseMs':-5,'maxMs':10,'jitterMs':1}|0|0|0",
        "{'baseMs':'x','maxMs':10,'jitterMs':1}|0|0|0",
        "{'maxMs':10}|0|0|0",
        "{'baseMs':100}|100|100|0",
        "{'baseMs':100,'maxMs':10,'jitterMs':-3}|100|100|0",
        "{'baseMs':1e99,'maxMs':1e99,'jitterMs':1e99}|3600000|3600000|3600000",
        "{'baseMs':{},'maxMs':[1],'jitterMs':null}|0|0|0",
        "7|0|0|0",
        "null|0|0|0"
      })
  void read_boundsTheHints_whenTheyAreJunk(String hints, long base, long max, long jitter) {
    String body = ("{'hints':" + hints + ",'lane':'loans'}").replace('\'', '"');
    Backoff expected = base == 0 ? null : new Backoff(base, max, jitter);
    assertThat(ProblemHints.read(body.getBytes(UTF_8)))
        .contains(new ProblemHints(null, null, "loans", expected));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "[]", "7", "\"x\"", "{", "{\"reason\":", "<html>", "{\"a\":1"})
  void read_isEmpty_whenTheBodyIsNoWholeObject(String body) {
    assertThat(ProblemHints.read(body.getBytes(UTF_8))).isEmpty();
  }

  @Test
  void read_isEmpty_whenTheBodyIsTooLong() {
    String body = "{\"reason\":\"" + "x".repeat(ProblemHints.MAX_BYTES) + "\"}";
    assertThat(ProblemHints.read(body.getBytes(UTF_8))).isEmpty();
  }

  @Test
  void isProblem_ignoresCaseAndParameters() {
    assertThat(ProblemHints.isProblem("Application/Problem+JSON; charset=utf-8")).isTrue();
    assertThat(ProblemHints.isProblem("application/json")).isFalse();
    assertThat(ProblemHints.isProblem(null)).isFalse();
  }
}
