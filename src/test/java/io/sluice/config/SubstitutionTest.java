package io.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.config.Substitution.Failed;
import io.sluice.config.Substitution.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubstitutionTest {
  private static final Map<String, String> ENV =
      Map.of("HOST", "10.0.0.1", "PORT", "81", "EMPTY", "", "NESTED", "${HOST}");

  @TempDir private Path folder;
  private Substitution substitution = new Substitution(ENV::get, null);

  @BeforeEach
  void relativeFiles_areRelativeToTheConfiguration() {
    substitution = new Substitution(ENV::get, folder);
  }

  private String text(String written) {
    return switch (substitution.apply(written)) {
      case Text text -> text.text();
      case Failed failed -> "failed: " + failed.problem();
    };
  }

  @Test
  void variables_takeTheirValues() {
    assertThat(text("http://${HOST}:${PORT}/")).isEqualTo("http://10.0.0.1:81/");
    assertThat(text("[${EMPTY}]")).isEqualTo("[]");
    assertThat(text("plain $HOST {HOST}")).isEqualTo("plain $HOST {HOST}");
  }

  @Test
  void defaults_standForWhatIsNotSetOrEmpty() {
    assertThat(text("${NONE:-8080}")).isEqualTo("8080");
    assertThat(text("${EMPTY:-8080}")).isEqualTo("8080");
    assertThat(text("${PORT:-8080}")).isEqualTo("81");
    assertThat(text("${NONE:-}")).isEmpty();
    assertThat(text("${NONE:-http://a:1/:-x}")).isEqualTo("http://a:1/:-x");
  }

  @Test
  void doubledDollar_escapes() {
    assertThat(text("$${HOST}")).isEqualTo("${HOST}");
    assertThat(text("$$${HOST}")).isEqualTo("$${HOST}");
    assertThat(text("$$HOST")).isEqualTo("$$HOST");
  }

  @Test
  void whatWasPutIn_isNotLookedAtAgain() {
    assertThat(text("${NESTED}")).isEqualTo("${HOST}");
  }

  @Test
  void files_areReadTrimmed() throws IOException {
    Files.writeString(folder.resolve("token"), "\n s3cret \n\n");
    assertThat(text("<${file:token}>")).isEqualTo("<s3cret>");
    assertThat(text("${file:" + folder.resolve("token") + "}")).isEqualTo("s3cret");
    assertThat(substitution.apply("${file:token}")).isEqualTo(new Text("s3cret", true, true));
    assertThat(substitution.apply("${HOST}")).isEqualTo(new Text("10.0.0.1", true, false));
    assertThat(substitution.apply("as is")).isEqualTo(new Text("as is", false, false));
  }

  @Test
  void whatCannotBePutIn_fails() throws IOException {
    Files.write(folder.resolve("big"), new byte[64 * 1024 + 1]);
    assertThat(text("x${NONE}"))
        .isEqualTo("failed: ${NONE}: not set (expected: a value, or ${NONE:-default})");
    assertThat(text("${file:none}"))
        .isEqualTo("failed: ${file:none}: cannot be read (expected: a readable file)");
    assertThat(text("${file:\0}")).startsWith("failed: ");
    assertThat(text("${file:big}")).isEqualTo("failed: ${file:big}: larger than 64 KiB");
  }

  @Test
  void malformedReferences_failWithoutShowingTheirText() {
    for (String malformed :
        new String[] {
          "${s3cret", "${s3cret pass}", "${}", "${3s}", "${A:-${s3cret}}", "${:-s3cret}"
        }) {
      assertThat(text(malformed))
          .isEqualTo(
              "failed: malformed ${...} (expected: ${NAME}, ${NAME:-default} or ${file:/path}; $${"
                  + " for ${)");
    }
  }
}
