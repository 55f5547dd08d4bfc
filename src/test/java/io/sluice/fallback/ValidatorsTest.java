package io.sluice.fallback;

import static io.sluice.fallback.Answers.fields;
import static io.sluice.fallback.Answers.stored;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whether the copy a client has is the one that is kept. */
class ValidatorsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"a\" | true",
        "W/\"a\" | true",
        "\"x\", \"a\" | true",
        "\"x,\", W/\"a\" | true",
        "* | true",
        "\"b\" | false",
        "a | false",
        "\"a | false",
        "\"x, \\\"a\\\"\" | false"
      })
  void etag_isComparedWeakly(String wanted, boolean same) {
    assertThat(Validators.match(fields("if-none-match: " + wanted), stored("x", "etag: \"a\"")))
        .isEqualTo(same);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Sun, 01 Mar 2026 11:00:00 GMT | true",
        "Sun, 01 Mar 2026 11:00:01 GMT | true",
        "Sun, 01 Mar 2026 10:59:59 GMT | false",
        "Sunday, 01-Mar-26 11:00:00 GMT | true",
        "yesterday | false"
      })
  void date_mustNotBeOlder(String since, boolean same) {
    var stored = stored("x", "last-modified: Sun, 01 Mar 2026 11:00:00 GMT");
    assertThat(Validators.match(fields("if-modified-since: " + since), stored)).isEqualTo(same);
  }

  @ParameterizedTest
  @CsvSource({"'\"b\"', false", "'\"a\"', true"})
  void etag_outranksTheDate(String etag, boolean same) {
    var stored = stored("x", "etag: \"a\"", "last-modified: Sun, 01 Mar 2026 11:00:00 GMT");
    assertThat(
            Validators.match(
                fields(
                    "if-none-match: " + etag, "if-modified-since: Sun, 01 Mar 2026 11:00:00 GMT"),
                stored))
        .isEqualTo(same);
  }

  @ParameterizedTest
  @CsvSource({"'if-none-match: \"a\"'", "'if-modified-since: Sun, 01 Mar 2026 11:00:00 GMT'"})
  void whatHasNoValidators_matchesNothing(String asked) {
    assertThat(Validators.match(fields(asked), stored("x"))).isFalse();
  }
}
