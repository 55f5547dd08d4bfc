package io.sluice.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScrapeTest {
  private static final String EXPOSITION =
      """
      # HELP sluice_requests_total Requests that matched the route.
      # TYPE sluice_requests_total counter
      sluice_requests_total{backend="library",route="a",tier="p0"} 40.0
      sluice_requests_total{backend="mail",route="b",tier="p1"} 1.2E1
      sluice_requests_total_other 1000.0
      sluice_attempts_total{backend="library",route="a",tier="p0"} 60.0
      sluice_repeated_requests_total{backend="library",route="a",tier="p0"} 2.0
      sluice_latency_seconds{quantile="0.5"} NaN
      sluice_fallbacks_total{backend="library",kind="cached",reason="tier-ceiling"} 5.0
      sluice_fallbacks_total{backend="library",kind="cached",reason="breaker-open"} 3.0
      sluice_fallbacks_total{backend="library",kind="cached",reason="upstream-status"} 2.0
      sluice_retries_total{backend="library"} 10.0
      sluice_retries_refused_total{backend="library"} 7.0
      sluice_global_retries_refused_total 1.0
      sluice_breaker_transitions_total{backend="library",reason="failures"} 2.0
      sluice_breaker_transitions_total{backend="library",reason="probe-failed"} 3.0
      sluice_breaker_transitions_total{backend="library",reason="probe-succeeded"} 1.0
      sluice_breaker_transitions_total{backend="library",reason="cooldown-over"} 4.0
      sluice_breaker_refused_total{backend="library"} 99.0
      sluice_breaker_probes_total{backend="library"} 4.0
      sluice_breaker_probes_total{backend="mail"} 0.0
      """;

  private final Scrape scrape = new Scrape(EXPOSITION);

  @Test
  void sum_addsTheSeriesThatHaveAllTheLabels() {
    assertThat(scrape.sum("sluice_requests_total")).isEqualTo(52);
    assertThat(scrape.sum("sluice_requests_total", "tier=\"p1\"")).isEqualTo(12);
    assertThat(scrape.sum("sluice_requests_total", "route=\"a\"", "tier=\"p1\"")).isZero();
    assertThat(scrape.sum("sluice_global_retries_refused_total")).isEqualTo(1);
    assertThat(scrape.sum("sluice_requests_tot")).isZero();
    assertThat(scrape.knows("sluice_requests_tot")).isFalse();
  }

  @Test
  void counts_areReadFromAScrape() throws Exception {
    Counts counts = Counts.of(scrape, List.of("library", "mail"));

    assertThat(counts.opened()).isEqualTo(5);
    assertThat(counts.closed()).isEqualTo(1);
    assertThat(counts.retriesRefused()).isEqualTo(8);
    assertThat(counts.fallbacks()).isEqualTo(10);
    assertThat(counts.fallbacksForFailures()).isEqualTo(5);
    assertThat(counts.fallbackShare()).isEqualTo(10 / 52.0);
    assertThat(counts.allProbes()).isEqualTo(4);
    assertThat(counts.breakerRefused()).isEqualTo(99);
    assertThat(counts.amplification()).isEqualTo(60 / 50.0);
    assertThat(counts.clientAmplification()).isEqualTo(52 / 50.0);
    assertThat(counts.since(counts).attempts()).isZero();
    assertThat(counts.since(counts).amplification()).isZero();
  }

  @Test
  void counts_areRefused_whenAGatewayDoesNotHaveThem() {
    assertThatThrownBy(() -> Counts.of(new Scrape(""), List.of("library")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("sluice_breaker_transitions_total");
  }
}
