package io.sluice.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MetricNamesTest {
  @Test
  void texts_areUnique() {
    assertThat(Arrays.stream(MetricNames.values()).map(MetricNames::text)).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @EnumSource(MetricNames.class)
  void texts_followPrometheusConventions(MetricNames name) {
    assertThat(name.text()).matches("sluice_[a-z]+(_[a-z]+)*");
    assertThat(name.text().endsWith("_total")).isEqualTo(name.type() == MetricNames.Type.COUNTER);
    assertThat(name.text().endsWith("_info")).isEqualTo(name.type() == MetricNames.Type.INFO);
    assertThat(name.text()).doesNotContain("_nanos", "_millis", "_ms", "_count", "_bucket");
    if (name.labels().contains(MetricNames.L.QUANTILE)) {
      assertThat(name.text()).endsWith("_seconds");
    }
  }

  @ParameterizedTest
  @EnumSource(MetricNames.class)
  void help_isASentence(MetricNames name) {
    assertThat(name.help()).matches("[A-Z][^\\n]*\\.");
  }

  @ParameterizedTest
  @EnumSource(MetricNames.class)
  void labels_areWellFormedAndUnique(MetricNames name) {
    assertThat(name.labels()).doesNotHaveDuplicates().allMatch(key -> key.matches("[a-z]+"));
  }
}
