package io.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.config.Shape.Entry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The files under conf/ are what the product does with them. */
class ShippedFilesTest {
  private static final Path DEMO = Path.of("conf/sluice.yaml");
  private static final Path RESILIENCE = Path.of("conf/resilience.yaml");

  static Stream<Path> files() throws IOException {
    try (Stream<Path> examples = Files.list(Path.of("conf/examples"))) {
      return Stream.concat(
          Stream.of(DEMO, RESILIENCE),
          examples.filter(file -> file.toString().endsWith(".yaml")).sorted().toList().stream());
    }
  }

  private static Loaded.Valid load(Path file, Map<String, String> env) {
    return switch (ConfigLoader.load(file, env::get)) {
      case Loaded.Valid valid -> valid;
      case Loaded.Invalid invalid -> throw new AssertionError(invalid.faults().toString());
    };
  }

  @ParameterizedTest
  @MethodSource("files")
  void shippedFile_isValidWithoutAWarning(Path file) {
    assertThat(load(file, Map.of()).warnings()).isEmpty();
  }

  @Test
  void demo_canBeMovedToOtherPorts() {
    GatewayOptions options =
        load(
                DEMO,
                Map.of(
                    "SLUICE_PORT", "18080",
                    "SLUICE_ADMIN_PORT", "19090",
                    "SLUICE_BACKEND_URL", "http://127.0.0.1:18081"))
            .options();
    assertThat(options.server().port()).isEqualTo(18080);
    assertThat(options.admin().port()).isEqualTo(19090);
    assertThat(options.backend("library").endpoints()).containsExactly("http://127.0.0.1:18081");
  }

  @Test
  void demo_showsEveryKeyThereIs() throws IOException {
    assertMentions(Files.readString(DEMO), FileForm.GATEWAY.root());
  }

  private static void assertMentions(String demo, Shape shape) {
    switch (shape) {
      case Shape.Section section -> {
        for (Entry entry : section.entries()) {
          assertThat(demo).containsPattern("(?m)^[ #-]*" + entry.name() + ":");
          assertMentions(demo, entry.shape());
        }
      }
      case Shape.Named named -> assertMentions(demo, named.each());
      case Shape.Sequence list -> assertMentions(demo, list.each());
      case Scalar scalar -> {}
    }
  }
}
