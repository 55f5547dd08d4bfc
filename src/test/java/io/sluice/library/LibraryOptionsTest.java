package io.sluice.library;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class LibraryOptionsTest {
  @ParameterizedTest
  @MethodSource("badChanges")
  void options_refuseWhatIsOutOfBounds(UnaryOperator<LibraryOptions> change, String sentence) {
    assertThatThrownBy(() -> change.apply(LibraryOptions.defaults()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(sentence);
  }

  static Stream<Arguments> badChanges() {
    return Stream.of(
        bad(o -> o.withHost(" "), "host: blank"),
        bad(o -> o.withPort(65_536), "port: 65536 (expected: 0..65535)"),
        bad(o -> o.withPort(-1), "port: -1"),
        bad(o -> o.withEndpoints(0), "endpoints: 0 (expected: 1..16)"),
        bad(o -> o.withPort(65_535).withEndpoints(2), "port: 65535 (expected: 0..65534)"),
        bad(o -> o.withEventLoops(0), "eventLoops: 0"),
        bad(o -> o.withCapacity(0, 1, 1), "workers: 0 (expected: 1..1024)"),
        bad(o -> o.withCapacity(1, 0, 1), "queue: 0 (expected: 1..1000000)"),
        bad(o -> o.withCapacity(1, 1, 0), "connections: 0"),
        bad(o -> o.withServiceTime(Duration.ofMillis(-1)), "serviceMs: -1"),
        bad(o -> o.withServiceTime(Duration.ofDays(1_000_000)), "(expected: 0..60000 millis"),
        bad(o -> o.withFailureRate(Double.NaN), "failureRate: NaN (expected: 0..1)"),
        bad(o -> o.withBooks(-1, 1000), "stock: -1"),
        bad(o -> o.withBooks(1, 999), "loansKept: 999"));
  }

  private static Arguments bad(UnaryOperator<LibraryOptions> change, String sentence) {
    return Arguments.of(change, sentence);
  }
}
