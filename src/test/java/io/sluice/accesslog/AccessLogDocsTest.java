package io.sluice.accesslog;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.exchange.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code OPERATIONS.md} says of the access log what the code does. */
class AccessLogDocsTest {
  private static final Pattern CODE = Pattern.compile("`([A-Za-z-]+)`");

  private static List<String> section() throws IOException {
    return Files.readAllLines(Path.of("src/docs/OPERATIONS.md")).stream()
        .dropWhile(line -> !line.equals("## Access log"))
        .takeWhile(line -> !line.equals("## Starting"))
        .toList();
  }

  private static List<String> codes(String text) {
    return CODE.matcher(text).results().map(match -> match.group(1)).toList();
  }

  @Test
  void everyField_isExplained() throws IOException {
    List<String> explained =
        section().stream()
            .filter(line -> line.startsWith("| `"))
            .flatMap(line -> codes(line.split("\\|")[1]).stream())
            .toList();
    var options = Lines.options(LogFormat.JSON);
    var arrival = new Arrival(Lines.START, "c", "GET", "/", "HTTP/1.1", "agent", "referer");
    var entry = new Entry(arrival, Lines.answered(), Lines.ending(502, Reason.UPSTREAM_RESET), 2);

    new ObjectMapper()
        .readTree(Lines.line(options, entry))
        .fieldNames()
        .forEachRemaining(field -> assertThat(explained).contains(field));
  }

  @ParameterizedTest
  @EnumSource(ResponseFlag.class)
  void everyFlag_hasARow_withItsReasons(ResponseFlag flag) throws IOException {
    String row =
        section().stream()
            .filter(line -> line.startsWith("| `" + flag + "` |"))
            .findFirst()
            .orElseThrow();
    List<String> reasons =
        Arrays.stream(Reason.values())
            .filter(reason -> ResponseFlag.of(reason) == flag)
            .filter(reason -> flag != ResponseFlag.UO || Step.of(reason) != Step.ADMIT)
            .map(Reason::code)
            .toList();
    assertThat(codes(row.split("\\|")[3])).containsExactlyInAnyOrderElementsOf(reasons);
  }

  @Test
  void everyGate_isNamed() throws IOException {
    String row =
        section().stream().filter(line -> line.startsWith("| `gate` |")).findFirst().orElseThrow();
    assertThat(codes(row.split("\\|")[2]))
        .isEqualTo(Arrays.stream(Step.values()).map(Step::code).toList());
    assertThat(Arrays.stream(Reason.values()).map(Step::of).filter(Objects::nonNull).distinct())
        .containsExactlyInAnyOrder(Step.values());
  }
}
