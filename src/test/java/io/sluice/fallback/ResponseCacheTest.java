package io.sluice.fallback;

import static io.sluice.fallback.Answers.answer;
import static io.sluice.fallback.Answers.fields;
import static io.sluice.fallback.Answers.stored;
import static io.sluice.fallback.Answers.text;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.options.Bytes;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The last good answers, by resource and variant. */
class ResponseCacheTest {
  private final AtomicLong now = new AtomicLong(Answers.START);
  private final ResponseCache cache = cache("64KiB");

  private ResponseCache cache(String maxBytes) {
    return new ResponseCache(
        new FallbackOptions.Cached(
            Duration.ofMinutes(1), Bytes.parse("32KiB"), Bytes.parse(maxBytes)),
        now::get);
  }

  private @Nullable String found(String resource, String... asked) {
    CachedResponse found = cache.find(resource, fields(asked));
    return found == null ? null : text(found.answer());
  }

  @Test
  void answer_isFoundByItsResource() {
    cache.store("h/a", fields(), stored("one"));
    assertThat(found("h/a")).isEqualTo("one");
    assertThat(found("h/b")).isNull();
    assertThat(found("other/a")).isNull();
  }

  @Test
  void laterAnswer_takesThePlaceOfTheEarlier() {
    cache.store("h/a", fields(), stored("one"));
    cache.store("h/a", fields(), stored("two"));
    assertThat(found("h/a")).isEqualTo("two");
  }

  @Test
  void variants_areToldApartByTheFieldsTheyVaryOn() {
    cache.store("h/a", fields("accept: text/html"), stored("page", "vary: accept"));
    cache.store("h/a", fields("accept: application/json"), stored("data", "vary: accept"));
    cache.store("h/a", fields(), stored("any", "vary: accept"));
    assertThat(found("h/a", "accept: text/html", "x: y")).isEqualTo("page");
    assertThat(found("h/a", "accept: application/json")).isEqualTo("data");
    assertThat(found("h/a")).isEqualTo("any");
    assertThat(found("h/a", "accept: text/plain")).isNull();
    assertThat(found("h/a", "accept:")).isNull();
  }

  @Test
  void allLinesOfVary_count() {
    var response = stored("x", "vary: accept", "vary: accept-language");
    cache.store("h/a", fields("accept: a", "accept-language: de"), response);
    assertThat(found("h/a", "accept: a", "accept-language: de")).isEqualTo("x");
    assertThat(found("h/a", "accept: a", "accept-language: en")).isNull();
  }

  @Test
  void valuesOfTwoFields_areNotMixedUp() {
    cache.store("h/a", fields("a: 1", "b: 2"), stored("x", "vary: a, b"));
    assertThat(found("h/a", "a: 12")).isNull();
    assertThat(found("h/a", "b: 12")).isNull();
  }

  @Test
  void answerThatNoLongerVaries_standsForAll() {
    cache.store("h/a", fields("accept: a"), stored("one", "vary: accept"));
    cache.store("h/a", fields("accept: b"), stored("two"));
    assertThat(found("h/a", "accept: a")).isEqualTo("two");
  }

  @Test
  void forgottenVariants_doNotComeBackWithTheNextOne() {
    cache.store("h/a", fields("accept: a"), stored("old", "vary: accept"));
    cache.forget("h/a");
    assertThat(found("h/a", "accept: a")).isNull();
    cache.store("h/a", fields("accept: b"), stored("new", "vary: accept"));
    assertThat(found("h/a", "accept: a")).isNull();
    assertThat(found("h/a", "accept: b")).isEqualTo("new");
  }

  @Test
  void variantsOnOtherFieldsThanNow_areNotFound() {
    cache.store("h/a", fields("accept: a"), stored("old", "vary: accept"));
    cache.store("h/a", fields("accept: a", "x: 1"), stored("new", "vary: x"));
    cache.store("h/a", fields("accept: b"), stored("third", "vary: accept"));
    assertThat(found("h/a", "accept: a")).isNull();
  }

  @Test
  void copyThatItsBackendCallsGood_isAsNewAsIfItHadJustCome() {
    cache.store("h/a", fields(), stored("x", "etag: \"1\"", "x-own: kept", "age: 9"));
    List<String> head =
        List.of("etag", "W/\"1\"", "date", Answers.NOON_DATE, "cache-control", "max-age=5");
    cache.freshen("h/a", fields(), head, 0, Answers.NOON, Answers.seconds(30));

    CachedResponse fresh = requireNonNull(cache.find("h/a", fields()));
    assertThat(fresh.ageSeconds(Answers.seconds(31))).isEqualTo(1);
    assertThat(fresh.lifetimeSeconds()).isEqualTo(5);
    assertThat(fresh.answer().header("x-own")).isEqualTo("kept");
    assertThat(text(fresh.answer())).isEqualTo("x");
  }

  @Test
  void anotherCopyThatItsBackendCallsGood_changesNothing() {
    cache.store("h/a", fields(), stored("x", "etag: \"1\""));
    for (List<String> head : List.of(List.of("etag", "\"2\""), List.of("x", "y"))) {
      cache.freshen("h/a", fields(), head, 0, Answers.NOON, Answers.seconds(30));
      CachedResponse stored = requireNonNull(cache.find("h/a", fields()));
      assertThat(stored.ageSeconds(Answers.seconds(31))).isEqualTo(31);
    }
  }

  @Test
  void copyThatMayNotBeKeptAnyMore_isForgotten() {
    cache.store("h/a", fields(), stored("x", "etag: \"1\""));
    List<String> head = List.of("etag", "\"1\"", "cache-control", "no-store");
    cache.freshen("h/a", fields(), head, 0, Answers.NOON, Answers.seconds(1));
    assertThat(found("h/a")).isNull();
  }

  @Test
  void memory_isBounded() {
    for (int i = 0; i < 1000; i++) {
      cache.store("h/" + i, fields(), stored("x".repeat(1000)));
    }
    assertThat(cache.size()).isBetween(1L, 64L);
  }

  @Test
  void hostileVariants_areBoundedToo() {
    for (int i = 0; i < 1000; i++) {
      cache.store("h/a", fields("accept: " + "y".repeat(1000) + i), stored("x", "vary: accept"));
    }
    assertThat(cache.size()).isLessThanOrEqualTo(64);
  }

  @Test
  void whatIsTooOldToBeGiven_isLetGoOf() {
    cache.store("h/a", fields(), stored("x"));
    now.addAndGet(Duration.ofSeconds(60).toNanos());
    assertThat(found("h/a")).isNotNull();
    now.addAndGet(Duration.ofSeconds(2).toNanos());
    assertThat(found("h/a")).isNull();
  }

  @Test
  void answer_weighsWhatItHolds() {
    assertThat(answer("x".repeat(1000), "a: b").bytes()).isBetween(1000, 1500);
  }
}
