package io.sluice.options;

import java.util.regex.Pattern;

/**
 * A lane's limit as it is configured: a number of permits, or {@code adaptive}.
 *
 * @param permits how many; 0 for adaptive
 */
public record LaneLimit(int permits) {
  /** The word for a limit that moves. */
  public static final String WORD = "adaptive";

  public static final LaneLimit ADAPTIVE = new LaneLimit(0);

  private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

  /** Reads one; anything else is an {@link IllegalArgumentException}. */
  public static LaneLimit parse(String text) {
    if (text.equals(WORD)) {
      return ADAPTIVE;
    }
    // 0 stands for the word here, and is no limit.
    if (!NUMBER.matcher(text).matches() || Integer.parseInt(text) == 0) {
      throw new IllegalArgumentException("a number of permits, or " + WORD);
    }
    return new LaneLimit(Integer.parseInt(text));
  }

  public boolean isAdaptive() {
    return permits == 0;
  }

  @Override
  public String toString() {
    return isAdaptive() ? WORD : Integer.toString(permits);
  }
}
