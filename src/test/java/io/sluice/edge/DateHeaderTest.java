package io.sluice.edge;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.MultiMap;
import org.junit.jupiter.api.Test;

/** The time of day as answers tell it. */
class DateHeaderTest {
  @Test
  void date_isWrittenAsRfc9110Wants() {
    assertThat(DateHeader.at(784111777)).isEqualTo("Sun, 06 Nov 1994 08:49:37 GMT");
    assertThat(DateHeader.at(784111777)).isSameAs(DateHeader.at(784111777));
    assertThat(DateHeader.at(0)).isEqualTo("Thu, 01 Jan 1970 00:00:00 GMT");
  }

  @Test
  void dateThatIsThere_isKept() {
    MultiMap headers = MultiMap.caseInsensitiveMultiMap().set("Date", "x");
    DateHeader.addTo(headers);
    assertThat(headers.getAll("date")).containsExactly("x");
  }
}
