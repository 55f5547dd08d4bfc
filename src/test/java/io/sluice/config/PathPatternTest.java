package io.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathPatternTest {
  @ParameterizedTest
  @CsvSource({
    "/*,             /,              true",
    "/*,             /a/:b/*,        true",
    "/,              /*,             false",
    "/a,             /a/,            true",
    "/a,             /a,             true",
    "/a,             /A,             false",
    "/a,             /a/b,           false",
    "/a/*,           /a,             true",
    "/a/*,           /a/b/c,         true",
    "/a/*,           /ab,            false",
    "/a/*,           /a*,            false",
    "/a*,            /a/*,           true",
    "/a*,            /ab/c,          true",
    "/a*,            /ab*,           true",
    "/ab*,           /a*,            false",
    "/:x,            /a,             true",
    "/:x,            /:y,            true",
    "/:x,            /a/b,           false",
    "/:x,            /,              false",
    "/a,             /:x,            false",
    "/a/:x/c,        /a/b/c,         true",
    "/a/:x/*,        /a/b/c,         true",
    "/a/:x/*,        /a/b,           false",
    "/a/b-:x,        /a/b-:y,        true",
    "/a/:x,          /a/b-:y,        true",
    "/a/b-:x,        /a/:y,          false",
  })
  void covers(String wide, String narrow, boolean expected) {
    assertThat(PathPattern.parse(wide).covers(PathPattern.parse(narrow))).isEqualTo(expected);
  }

  @Test
  void covers_neverClaimsAPathThatOnlyTheOtherOneMatches() {
    long seed = new Random().nextLong();
    var random = new Random(seed);
    List<String> paths = new ArrayList<>(List.of("/"));
    for (int i = 0; i < 400; i++) {
      paths.add(randomPath(random, List.of("a", "b", "ab", "")));
    }
    for (int i = 0; i < 3000; i++) {
      String wide = randomPattern(random);
      String narrow = randomPattern(random);
      if (PathPattern.parse(wide).covers(PathPattern.parse(narrow))) {
        assertThat(paths)
            .as("%s covers %s, seed %d", wide, narrow, seed)
            .allMatch(p -> !matches(narrow, p) || matches(wide, p));
      }
    }
  }

  private static String randomPath(Random random, List<String> words) {
    var path = new StringBuilder();
    for (int i = random.nextInt(4); i >= 0; i--) {
      path.append('/').append(words.get(random.nextInt(words.size())));
    }
    return path.toString();
  }

  private static String randomPattern(Random random) {
    String path = randomPath(random, List.of("a", "b", "ab", ":x", "a:y")).replace(":x/:x", ":x/a");
    return switch (random.nextInt(4)) {
      case 0 -> path + "*";
      case 1 -> path + "/*";
      case 2 -> path + "/";
      default -> path;
    };
  }

  /** The router's own reading, as a regular expression. */
  private static boolean matches(String pattern, String path) {
    boolean star = pattern.endsWith("*");
    String body = star ? pattern.substring(0, pattern.length() - 1) : pattern;
    boolean below = star && body.endsWith("/");
    if (below || (!star && body.endsWith("/"))) {
      body = body.substring(0, body.length() - 1);
    }
    String regex = body.replaceAll(":[xy]", "[^/]+");
    String tail = below ? "(/.*)?" : star ? ".*" : "/?";
    return Pattern.matches(regex + tail, path);
  }
}
