package io.sluice.fallback;

import static io.sluice.fallback.Answers.fields;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What may be kept for others. */
class StoringTest {
  private static Storing of(Fields request, Fields response) {
    return Storing.of("GET", request, false, 200, response);
  }

  @Test
  void plainAnswerToGet_isKept() {
    assertThat(of(fields(), fields())).isEqualTo(Storing.YES);
  }

  @ParameterizedTest
  @ValueSource(strings = {"HEAD", "POST", "PUT", "OPTIONS"})
  void answerToAnotherMethod_isNot(String method) {
    assertThat(Storing.of(method, fields(), false, 200, fields())).isEqualTo(Storing.NOT_A_GET);
  }

  @ParameterizedTest
  @ValueSource(ints = {201, 203, 204, 206, 301, 304, 404, 500})
  void anotherStatus_isNot(int status) {
    assertThat(Storing.of("GET", fields(), false, status, fields())).isEqualTo(Storing.NOT_OK);
  }

  @ParameterizedTest
  @CsvSource({
    "no-store, NO_STORE",
    "private, PRIVATE",
    "'private=\"x-user\"', PRIVATE",
    "'public, no-store', NO_STORE",
    "no-cache, YES",
    "max-age=0, YES"
  })
  void backend_saysWhatMayBeKept(String said, Storing expected) {
    assertThat(of(fields(), fields("cache-control: " + said))).isEqualTo(expected);
  }

  @Test
  void client_mayForbidIt() {
    assertThat(of(fields("cache-control: no-store"), fields())).isEqualTo(Storing.NO_STORE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"authorization: Bearer x", "cookie: session=1"})
  void answerToCredentials_isKeptOnlyIfItIsForAll(String credentials) {
    Fields asked = fields(credentials);
    assertThat(of(asked, fields("cache-control: max-age=60"))).isEqualTo(Storing.CREDENTIALS);
    assertThat(of(asked, fields("cache-control: public"))).isEqualTo(Storing.YES);
    assertThat(of(asked, fields("cache-control: s-maxage=60"))).isEqualTo(Storing.YES);
    assertThat(of(asked, fields("cache-control: max-age=60, must-revalidate")))
        .isEqualTo(Storing.YES);
  }

  @Test
  void answerToACallerOfOurs_isKeptOnlyIfItIsForAll() {
    assertThat(Storing.of("GET", fields(), true, 200, fields())).isEqualTo(Storing.CREDENTIALS);
    assertThat(Storing.of("GET", fields(), true, 200, fields("cache-control: public")))
        .isEqualTo(Storing.YES);
  }

  @Test
  void answerThatVariesOnEverything_isNot() {
    assertThat(of(fields(), fields("vary: accept, *"))).isEqualTo(Storing.VARIES_ON_ALL);
  }

  @Test
  void answerThatSetsACookie_isNot() {
    assertThat(of(fields(), fields("set-cookie: a=b", "cache-control: public")))
        .isEqualTo(Storing.SETS_COOKIE);
  }

  @Test
  void part_isNot() {
    assertThat(of(fields(), fields("content-range: bytes 0-1/2"))).isEqualTo(Storing.PARTIAL);
  }

  @Test
  void fieldsItVariesOn_areInOrderAndInLowerCase() {
    assertThat(Storing.varyOn(fields("vary: Accept-Language, accept", "vary: ,ACCEPT")))
        .containsExactly("accept", "accept-language");
  }
}
