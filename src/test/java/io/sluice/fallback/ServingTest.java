package io.sluice.fallback;

import static io.sluice.fallback.Answers.fields;
import static io.sluice.fallback.Answers.seconds;
import static io.sluice.fallback.Answers.stored;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What may be given when the backend does not answer. */
class ServingTest {
  private static Serving after(long seconds, String cacheControl, String... asked) {
    return Serving.of(
        stored("x", "cache-control: " + cacheControl), fields(asked), 3600, seconds(seconds));
  }

  @ParameterizedTest
  @CsvSource({
    // fresh until its lifetime, the shared one first
    "59, 'max-age=60', FRESH",
    "60, 'max-age=60', STALE",
    "61, 'max-age=60, s-maxage=90', FRESH",
    // a window of the backend's own, and what neither it nor the bound allows
    "90, 'max-age=60, stale-if-error=30', STALE",
    "91, 'max-age=60, stale-if-error=30', WINDOW_OVER",
    "70, 'max-age=60, stale-while-revalidate=20', STALE",
    "81, 'max-age=60, stale-while-revalidate=20', WINDOW_OVER",
    "90, 'max-age=60, stale-while-revalidate=20, stale-if-error=30', STALE",
    "61, 'max-age=60, stale-if-error=0', WINDOW_OVER",
    // no window: the configured age
    "3600, 'max-age=60', STALE",
    "3601, 'max-age=60', TOO_OLD",
    "3601, 'max-age=60, stale-if-error=99999', TOO_OLD",
    "3601, 'max-age=99999', TOO_OLD",
    // never stale
    "59, 'max-age=60, must-revalidate', FRESH",
    "60, 'max-age=60, must-revalidate', MUST_REVALIDATE",
    "61, 'max-age=60, proxy-revalidate', MUST_REVALIDATE",
    "61, 's-maxage=60', MUST_REVALIDATE",
    "61, 's-maxage=60, stale-if-error=30', STALE",
    "61, 'max-age=60, must-revalidate, stale-if-error=30', MUST_REVALIDATE",
    "0, 'no-cache, max-age=60', MUST_REVALIDATE",
    // no lifetime at all is none
    "0, 'public', STALE",
    "1, 'max-age=junk', STALE"
  })
  void storedAnswer_isGivenWithinItsTime(long after, String cacheControl, Serving expected) {
    assertThat(after(after, cacheControl)).isEqualTo(expected);
  }

  @Test
  void expires_isALifetime_andJunkIsNone() {
    var stored = stored("x", "expires: Sun, 01 Mar 2026 12:01:00 GMT");
    assertThat(Serving.of(stored, fields(), 3600, seconds(59))).isEqualTo(Serving.FRESH);
    assertThat(Serving.of(stored, fields(), 3600, seconds(60))).isEqualTo(Serving.STALE);
    assertThat(Serving.of(stored("x", "expires: 0"), fields(), 3600, seconds(1)))
        .isEqualTo(Serving.STALE);
  }

  @Test
  void maxAge_outranksExpires() {
    var stored = stored("x", "expires: Sun, 01 Mar 2026 13:00:00 GMT", "cache-control: max-age=5");
    assertThat(Serving.of(stored, fields(), 3600, seconds(6))).isEqualTo(Serving.STALE);
  }

  @Test
  void ageItCameWith_counts() {
    var stored = stored("x", "age: 50", "cache-control: max-age=60");
    assertThat(stored.ageSeconds(seconds(10))).isEqualTo(60);
    assertThat(Serving.of(stored, fields(), 3600, seconds(9))).isEqualTo(Serving.FRESH);
    assertThat(Serving.of(stored, fields(), 3600, seconds(10))).isEqualTo(Serving.STALE);
  }

  @Test
  void timeItTook_andADateInThePast_makeItOlder() {
    var slow = CachedResponse.of(Answers.answer("x"), 3_000_000_000L, Answers.NOON, Answers.START);
    assertThat(slow.ageSeconds(Answers.START)).isEqualTo(3);
    var old = CachedResponse.of(Answers.answer("x"), 0, Answers.NOON + 20, Answers.START);
    assertThat(old.ageSeconds(Answers.START)).isEqualTo(20);
    var future = CachedResponse.of(Answers.answer("x"), 0, Answers.NOON - 20, Answers.START);
    assertThat(future.ageSeconds(Answers.START)).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"cache-control: no-cache", "cache-control: no-store", "pragma: no-cache"})
  void clientThatWantsNoCopy_getsNone(String asked) {
    assertThat(after(0, "max-age=60", asked)).isEqualTo(Serving.CLIENT_REFUSES);
  }

  @Test
  void clientsOwnWindow_boundsStaleness() {
    String asked = "cache-control: stale-if-error=10";
    assertThat(after(70, "max-age=60", asked)).isEqualTo(Serving.STALE);
    assertThat(after(71, "max-age=60", asked)).isEqualTo(Serving.CLIENT_REFUSES);
  }

  @ParameterizedTest
  @ValueSource(strings = {"if-match: \"a\"", "if-unmodified-since: Sun, 01 Mar 2026 12:00:00 GMT"})
  void preconditionOfItsBackend_isNotJudgedHere(String asked) {
    assertThat(after(0, "max-age=60", asked)).isEqualTo(Serving.PRECONDITION);
  }
}
