package io.sluice.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** {@code CLIENT.md} shows what is compiled and run. */
class ClientDocsTest {
  private static final Path DOCS = Path.of("src/docs/CLIENT.md");
  private static final Path TESTED =
      Path.of("src/test/java/io/sluice/client/CooperativeClientAtAGatewayIT.java");

  @Test
  void example_isTheOneThatIsTested() throws IOException {
    var block = Pattern.compile("(?s)```java\n(.*?)```").matcher(Files.readString(DOCS));
    assertThat(block.find()).isTrue();
    assertThat(block.group(1).lines().count()).isLessThanOrEqualTo(15);
    assertThat(Files.readString(TESTED)).contains(block.group(1).indent(4));
  }
}
