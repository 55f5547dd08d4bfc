package io.sluice.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.edge.PathOptions.DoubleSlash;
import io.sluice.edge.PathOptions.EncodedSlash;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The one form of a path that is routed and forwarded. */
class TargetTest {
  private static final PathOptions MERGE = new PathOptions(EncodedSlash.KEEP, DoubleSlash.MERGE);
  private static final PathOptions DECODE = new PathOptions(EncodedSlash.DECODE, DoubleSlash.KEEP);
  private static final PathOptions BOTH = new PathOptions(EncodedSlash.DECODE, DoubleSlash.MERGE);
  private static final PathOptions REJECT = new PathOptions(EncodedSlash.REJECT, DoubleSlash.KEEP);

  @Test
  void slashes_areKept_unlessTheOptionsSayOtherwise() {
    String target = "/a//b%2Fc/?d//e%2f";
    assertThat(Target.normalise(target, PathOptions.DEFAULT)).isEqualTo(target);
  }

  @ParameterizedTest
  @CsvSource({
    "/a//b, /a/b",
    "//a, /a",
    "//, /",
    "/a///b//, /a/b/",
    "/a//../b, /b",
    "/a/.//b, /a/b",
    "/a//b?c//d, /a/b?c//d",
    "/a//b%2f/c, /a/b%2f/c",
    "/a/b, /a/b"
  })
  void doubleSlashes_areMergedInThePathOnly(String target, String merged) {
    assertThat(Target.normalise(target, MERGE)).isEqualTo(merged);
  }

  @ParameterizedTest
  @CsvSource({
    "/a%2fb, /a/b",
    "/a%2F..%2fb, /b",
    "/a%2f%2e%2e%2fb, /b",
    "/a%2f/b, /a//b",
    "/a?b%2fc, /a?b%2fc"
  })
  void decodedSlashes_areSlashesBeforeDotsAreResolved(String target, String decoded) {
    assertThat(Target.normalise(target, DECODE)).isEqualTo(decoded);
  }

  @Test
  void decodedSlashes_areMergedToo() {
    assertThat(Target.normalise("/a%2f/b", BOTH)).isEqualTo("/a/b");
    assertThat(Target.normalise("/%2f%2Fa", BOTH)).isEqualTo("/a");
  }

  @Test
  void encodedSlashes_canBeAFlaw_butNotInAQuery() {
    for (String target : new String[] {"/a%2fb", "/a%2Fb", "/%2e%2e%2f"}) {
      assertThatThrownBy(() -> Target.normalise(target, REJECT))
          .as(target)
          .isInstanceOf(Flaw.Malformed.class);
    }
    assertThat(Target.normalise("/a?b%2fc", REJECT)).isEqualTo("/a?b%2fc");
  }
}
