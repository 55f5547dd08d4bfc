package io.sluice.edge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadReportTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "TEXT cpu_utilization=0.95",
        "cpu_utilization=1.2",
        "TEXT mem_utilization=0.2, cpu_utilization = 0.99",
        "text application_utilization=1,rps_fractional=5",
        "TEXT named_metrics.pool=1",
        "TEXT named_metrics.pool_utilization=1.0"
      })
  void exhausted_isUnderstood(String report) {
    assertThat(LoadReport.isExhausted(report)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "TEXT",
        "TEXT cpu_utilization=0.94",
        "TEXT cpu_utilization=high",
        "TEXT cpu_utilization",
        "TEXT =1",
        "TEXT mem_utilization=1",
        "TEXT cpu_utilization=NaN",
        "JSON {\"cpu_utilization\": 0.99}",
        ",,,==,"
      })
  void anythingElse_saysNothing(String report) {
    assertThat(LoadReport.isExhausted(report)).isFalse();
  }

  @Test
  void none_saysNothing() {
    assertThat(LoadReport.isExhausted(null)).isFalse();
  }
}
