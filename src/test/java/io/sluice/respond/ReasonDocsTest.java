package io.sluice.respond;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** {@code REASONS.md} says of every reason what the code does. */
class ReasonDocsTest {
  private static final Pattern ROW =
      Pattern.compile("^\\| `([a-z-]+)` \\| (\\d{3}) \\| ([^|]+) \\| ([^|]+) \\|$");

  private static List<Row> rows = List.of();

  private record Row(String code, int status, String when, String letsIn) {}

  @BeforeAll
  static void readTheTables() throws IOException {
    rows =
        Files.readAllLines(Path.of("src/docs/REASONS.md")).stream()
            .map(ROW::matcher)
            .filter(row -> row.matches())
            .map(
                row ->
                    new Row(
                        row.group(1), Integer.parseInt(row.group(2)), row.group(3), row.group(4)))
            .toList();
  }

  @Test
  void everyReason_hasExactlyOneRow_inTheOrderOfTheCode() {
    assertThat(rows)
        .extracting(Row::code)
        .containsExactlyElementsOf(Arrays.stream(Reason.values()).map(Reason::code).toList());
  }

  @Test
  void everyRow_namesTheStatusThatIsSent() {
    for (Row row : rows) {
      var reason = Reason.valueOf(row.code().replace('-', '_').toUpperCase(Locale.ROOT));
      assertThat(row.status()).as(row.code()).isEqualTo(Replies.status(reason));
    }
  }

  @Test
  void everyRow_saysWhenItHappensAndWhatLetsItIn() {
    assertThat(rows).allSatisfy(row -> assertThat(row.when()).hasSizeGreaterThan(15));
    assertThat(rows).allSatisfy(row -> assertThat(row.letsIn()).isNotBlank());
  }
}
