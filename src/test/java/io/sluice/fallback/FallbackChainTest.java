package io.sluice.fallback;

import static io.sluice.fallback.Answers.fields;
import static io.sluice.fallback.Answers.seconds;
import static io.sluice.fallback.Answers.stored;
import static io.sluice.fallback.Answers.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.FallbackKind;
import io.sluice.exchange.Reason;
import io.sluice.options.Bytes;
import io.sluice.options.Key;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is tried in turn when a backend does not answer. */
class FallbackChainTest {
  private static final FallbackOptions.Cached CACHED =
      new FallbackOptions.Cached(Duration.ofHours(1), Bytes.parse("32KiB"), Bytes.parse("1MiB"));
  private static final FallbackOptions.Prepared NOTHING =
      new FallbackOptions.Prepared(null, Key.LEFT_OUT, Map.of());

  private final ResponseCache cache = new ResponseCache(CACHED, () -> Answers.START);

  @TempDir private Path folder;

  private static FallbackOptions options(List<String> order, FallbackOptions.Prepared prepared) {
    return new FallbackOptions(order, List.of("shed", "failed", "503"), CACHED, prepared);
  }

  private FallbackChain chain(String... order) {
    return new FallbackChain(options(List.of(order), NOTHING), cache, PreparedFiles.NONE);
  }

  private FallbackChain prepared(int status, Map<String, FallbackOptions.One> byStatus)
      throws IOException {
    var files = new FallbackOptions.Prepared(file("any.json", "{}"), status, byStatus);
    return new FallbackChain(options(List.of("static"), files), null, PreparedFiles.read(files));
  }

  private String file(String name, String body) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, body);
    return file.toString();
  }

  private static FallbackFacts facts(String method, int status, String... asked) {
    return new FallbackFacts(method, "h/a", fields(asked), Reason.LANE_FULL, status);
  }

  private static @Nullable Fallback get(FallbackChain chain, String... asked) {
    return chain.answer(facts("GET", 429, asked), seconds(10));
  }

  private static Fallback.Given given(@Nullable Fallback fallback) {
    return switch (fallback) {
      case Fallback.Given given -> given;
      case Fallback.Advised advised -> throw new AssertionError(advised.toString());
      case null -> throw new AssertionError("nothing was given");
    };
  }

  @Test
  void lastGoodAnswer_comesWithItsAgeAndItsLabel() {
    cache.store("h/a", fields(), stored("book", "age: 5", "etag: \"1\"", "x-own: kept"));
    Fallback.Given given = given(get(chain("cached")));
    assertThat(given.kind()).isEqualTo(FallbackKind.CACHED);
    assertThat(given.answer().status()).isEqualTo(200);
    assertThat(text(given.answer())).isEqualTo("book");
    assertThat(given.answer().headers())
        .containsExactly(
            "date",
            Answers.NOON_DATE,
            "etag",
            "\"1\"",
            "x-own",
            "kept",
            "age",
            "15",
            "x-sluice-fallback",
            "cached");
  }

  @Test
  void whatMayNotBeGiven_isNot() {
    cache.store("h/a", fields(), stored("book", "cache-control: max-age=1, must-revalidate"));
    assertThat(get(chain("cached"))).isNull();
  }

  @Test
  void write_getsNoCopy() {
    cache.store("h/a", fields(), stored("book"));
    assertThat(chain("client-cache", "cached").answer(facts("POST", 429), seconds(1))).isNull();
  }

  @Test
  void head_getsTheCopyOfGet() {
    cache.store("h/a", fields(), stored("book"));
    assertThat(given(chain("cached").answer(facts("HEAD", 429), seconds(1))).kind())
        .isEqualTo(FallbackKind.CACHED);
  }

  @Test
  void clientWhoseCopyIsTheKeptOne_getsNotModified_withoutBodyOrItsFields() {
    cache.store("h/a", fields(), stored("book", "etag: \"1\"", "content-type: text/plain"));
    Fallback.Given given = given(get(chain("client-cache", "cached"), "if-none-match: \"1\""));
    assertThat(given.kind()).isEqualTo(FallbackKind.CLIENT_CACHE);
    assertThat(given.answer().status()).isEqualTo(304);
    assertThat(given.answer().body()).isEmpty();
    assertThat(given.answer().headers())
        .contains("etag", "age", "x-sluice-fallback", "client-cache")
        .doesNotContain("content-type");
  }

  @Test
  void clientWithAnotherCopy_getsTheKeptOne() {
    cache.store("h/a", fields(), stored("book", "etag: \"2\""));
    Fallback.Given given = given(get(chain("client-cache", "cached"), "if-none-match: \"1\""));
    assertThat(given.kind()).isEqualTo(FallbackKind.CACHED);
  }

  @Test
  void clientWithACopyNobodyKnows_isToldThatItMayUseIt() {
    var advised =
        new Fallback.Advised(
            List.of(
                "x-sluice-fallback", "client-cache", "x-sluice-use-your-copy", "stale-if-error"));
    assertThat(get(chain("client-cache"), "if-none-match: \"1\"")).isEqualTo(advised);
    assertThat(get(chain("client-cache"), "if-modified-since: " + Answers.NOON_DATE))
        .isEqualTo(advised);
    assertThat(get(chain("client-cache"), "cache-control: stale-if-error=60")).isEqualTo(advised);
  }

  @Test
  void clientThatSaysNothingOfACopy_isToldNothing() {
    assertThat(get(chain("client-cache"))).isNull();
    assertThat(get(chain("client-cache"), "cache-control: stale-if-error=0")).isNull();
    assertThat(get(chain("client-cache"), "if-none-match: \"1\"", "cache-control: no-cache"))
        .isNull();
    assertThat(chain("client-cache").answer(facts("POST", 429, "if-none-match: *"), seconds(1)))
        .isNull();
  }

  @Test
  void whereStaleIsForbidden_theClientIsNotAdvisedToUseIts() {
    cache.store("h/a", fields(), stored("book", "cache-control: max-age=1, must-revalidate"));
    assertThat(get(chain("client-cache"), "if-none-match: \"1\"")).isNull();
  }

  @Test
  void preparedFile_keepsTheStatusOfTheFailure_unlessOneIsGiven() throws IOException {
    Fallback.Given kept = given(get(prepared(Key.LEFT_OUT, Map.of())));
    assertThat(kept.answer().status()).isEqualTo(429);
    assertThat(kept.answer().headers())
        .containsExactly(
            "content-type",
            "application/json",
            "cache-control",
            "no-store",
            "x-sluice-fallback",
            "static");
    assertThat(given(get(prepared(200, Map.of()))).answer().status()).isEqualTo(200);
  }

  @Test
  void fileOfAStatus_outranksTheOneForAll() throws IOException {
    var busy = new FallbackOptions.One(file("busy.html", "<p>"), Key.LEFT_OUT);
    FallbackChain chain = prepared(200, Map.of("429", busy));
    assertThat(text(given(get(chain)).answer())).isEqualTo("<p>");
    assertThat(text(given(chain.answer(facts("GET", 503), seconds(1))).answer())).isEqualTo("{}");
  }

  @Test
  void preparedFile_isForWritesToo() throws IOException {
    assertThat(given(prepared(200, Map.of()).answer(facts("POST", 503), seconds(1))).kind())
        .isEqualTo(FallbackKind.STATIC);
  }

  @Test
  void order_isThatOfTheConfiguration() throws IOException {
    cache.store("h/a", fields(), stored("book"));
    var files = new FallbackOptions.Prepared(file("any.txt", "-"), 200, Map.of());
    var chain =
        new FallbackChain(
            options(List.of("static", "cached"), files), cache, PreparedFiles.read(files));
    assertThat(given(get(chain)).kind()).isEqualTo(FallbackKind.STATIC);
  }

  @ParameterizedTest
  @EnumSource(Reason.class)
  void faultOfTheRequest_andUnknownOutcome_areAlwaysTold(Reason reason) {
    boolean told = reason == Reason.OUTCOME_UNKNOWN || reason.family() == Reason.Family.CLIENT;
    assertThat(chain("cached").isFor(reason)).isEqualTo(!told);
  }

  @Test
  void onlyWhatItIsFor_callsForIt() {
    var onlyShed =
        new FallbackChain(
            new FallbackOptions(List.of("cached"), List.of("shed"), CACHED, NOTHING),
            cache,
            PreparedFiles.NONE);
    assertThat(onlyShed.isFor(Reason.WAIT_EXPIRED)).isTrue();
    assertThat(onlyShed.isFor(Reason.CONNECT_FAILED)).isFalse();
    assertThat(onlyShed.isFor(503)).isFalse();
    assertThat(chain("cached").isFor(503)).isTrue();
    assertThat(chain("cached").isFor(500)).isFalse();
    assertThat(chain("cached").isFor(404)).isFalse();
  }
}
