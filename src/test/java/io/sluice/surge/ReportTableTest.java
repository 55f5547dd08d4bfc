package io.sluice.surge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReportTableTest {
  private static final Latency NO_LATENCY = new Latency(0, 0, 0, 0);
  private final Locale before = Locale.getDefault();

  @BeforeEach
  void useCommasForDecimals() {
    Locale.setDefault(Locale.GERMANY);
  }

  @AfterEach
  void restore() {
    Locale.setDefault(before);
  }

  @Test
  void render_showsTiersTotalErrorsHintsAndLag() {
    String text = ReportTable.render(report(4, Map.of("connect", 2L), 1, 0.1));
    assertThat(text.lines().toList())
        .hasSize(9)
        .anyMatch(line -> line.matches("p0 +2 +4 +2\\.00 +50\\.0% +7 +1 +2 .*"))
        .anyMatch(line -> line.startsWith("total "))
        .contains("errors: connect × 2")
        .contains("hints: 1, min/p50/max 5/6/7 ms")
        .contains("generator lag: p50/p99 0.10/0.10 ms");
    assertThat(text).doesNotContain("warning");
  }

  @Test
  void render_warns_whenTheGeneratorFellBehind() {
    assertThat(ReportTable.render(report(2, Map.of(), 0, 11))).contains("warning: the generator");
  }

  @Test
  void render_leavesOut_whatDidNotHappen() {
    assertThat(ReportTable.render(report(2, Map.of(), 0, 0)))
        .doesNotContain("errors")
        .doesNotContain("hints")
        .doesNotContain("never sent");
  }

  @Test
  void render_showsACapacityInOneLine() {
    var capacity = new Capacity(8, 1333.3, new Latency(10, 6, 7, 8), 0, 0);
    assertThat(ReportTable.render(capacity))
        .isEqualTo(
            "8 connections back to back: 1333/s, latency p50 6.00 ms, p99 7.00 ms, max 8.00 ms;"
                + " 0 shed, 0 failed");
    assertThat(capacity.serviceMillis(8)).isBetween(5.99, 6.01);
  }

  private static SurgeReport report(
      long attempts, Map<String, Long> errors, long hints, double lagMillis) {
    long unsent = attempts > 2 ? 1 : 0;
    return new SurgeReport(
        "http://x:1",
        10,
        1,
        "none",
        row("total", attempts, unsent, errors),
        List.of(row("p0", attempts, unsent, errors)),
        new SurgeReport.Hints(hints, 5, 6, 7),
        new Latency(1, lagMillis, lagMillis, lagMillis));
  }

  private static SurgeReport.Row row(
      String name, long attempts, long unsent, Map<String, Long> errors) {
    return new SurgeReport.Row(
        name, 2, attempts, 3, 1, 1, 0, 1, unsent, errors, NO_LATENCY, NO_LATENCY, NO_LATENCY, 7);
  }
}
