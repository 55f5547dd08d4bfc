package io.sluice.config;

import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The known word a misspelt one was probably meant to be: the fewest letters added, dropped,
 * replaced or swapped with a neighbour (optimal string alignment distance).
 */
final class Nearest {
  private Nearest() {}

  /** The nearest word, or null when even that is too far away to be meant. */
  static @Nullable String to(String word, Collection<String> known) {
    String nearest = null;
    int fewest = Integer.MAX_VALUE;
    for (String candidate : known) {
      int most = Math.max(1, Math.max(word.length(), candidate.length()) / 3);
      boolean comparable = Math.abs(plain(word).length() - plain(candidate).length()) <= most;
      int distance = comparable ? distance(plain(word), plain(candidate)) : Integer.MAX_VALUE;
      if (distance <= most && distance < fewest) {
        nearest = candidate;
        fewest = distance;
      }
    }
    return nearest;
  }

  /** What to say about it: {@code did you mean "port"?}, else all that is known. */
  static String advice(@Nullable String nearest, Collection<String> known) {
    return nearest == null
        ? "known: " + String.join(", ", known)
        : "did you mean \"" + nearest + "\"?";
  }

  private static String plain(String word) {
    return word.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
  }

  private static int distance(String a, String b) {
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          d[i][j] = i + j;
          continue;
        }
        int replaced = d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        d[i][j] = Math.min(replaced, 1 + Math.min(d[i - 1][j], d[i][j - 1]));
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          d[i][j] = Math.min(d[i][j], 1 + d[i - 2][j - 2]);
        }
      }
    }
    return d[a.length()][b.length()];
  }
}
