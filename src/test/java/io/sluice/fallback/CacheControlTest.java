package io.sluice.fallback;

import static io.sluice.fallback.Answers.fields;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a {@code Cache-Control} says. */
class CacheControlTest {
  @Test
  void directives_areReadFromAllLines_inAnySpelling() {
    var said =
        CacheControl.of(
            fields("cache-control: Max-Age=60 , PUBLIC", "cache-control: no-transform"));
    assertThat(said.seconds("max-age")).isEqualTo(60);
    assertThat(said.has("public")).isTrue();
    assertThat(said.has("no-transform")).isTrue();
    assertThat(said.has("private")).isFalse();
  }

  @Test
  void commaInQuotes_partsNothing() {
    var said =
        CacheControl.of(fields("cache-control: private=\"set-cookie, max-age=9\", max-age=5"));
    assertThat(said.has("private")).isTrue();
    assertThat(said.seconds("max-age")).isEqualTo(5);
  }

  @Test
  void quotedNumber_isANumber() {
    assertThat(CacheControl.of(fields("cache-control: max-age=\"10\"")).seconds("max-age"))
        .isEqualTo(10);
  }

  @Test
  void ofTwoNumbers_theSmallerCounts() {
    assertThat(CacheControl.of(fields("cache-control: max-age=10, max-age=3")).seconds("max-age"))
        .isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"max-age=x", "max-age=-1", "max-age=1.5", "max-age", "max-age="})
  void junk_isNoTimeAtAll(String directive) {
    assertThat(CacheControl.of(fields("cache-control: " + directive)).seconds("max-age")).isZero();
  }

  @Test
  void hugeNumber_isForEver() {
    assertThat(
            CacheControl.of(fields("cache-control: max-age=99999999999999999999"))
                .seconds("max-age"))
        .isEqualTo(1L << 31);
  }

  @Test
  void whatIsNotThere_isAbsent() {
    assertThat(CacheControl.of(fields()).seconds("max-age")).isEqualTo(CacheControl.ABSENT);
  }

  @Test
  void pragma_countsOnlyWithoutCacheControl() {
    assertThat(CacheControl.of(fields("pragma: no-cache")).has("no-cache")).isTrue();
    assertThat(CacheControl.of(fields("pragma: no-cache", "cache-control: public")).has("no-cache"))
        .isFalse();
  }
}
