package io.sluice.options;

import java.math.BigDecimal;
import java.util.regex.Pattern;

/**
 * A share of a whole, written {@code 30%}.
 *
 * @param fraction between 0 and 1
 */
public record Share(double fraction) {
  private static final Pattern FORMAT = Pattern.compile("(\\d{1,3}(\\.\\d{1,3})?)%");

  public static final Share NONE = new Share(0);
  public static final Share ALL = new Share(1);

  public Share {
    if (!(fraction >= 0 && fraction <= 1)) {
      throw new IllegalArgumentException("a share of " + fraction);
    }
  }

  /** Reads a percentage; anything else is an {@link IllegalArgumentException}. */
  public static Share parse(String text) {
    var match = FORMAT.matcher(text);
    if (!match.matches()) {
      throw new IllegalArgumentException("a percentage from 0% to 100%");
    }
    return new Share(new BigDecimal(match.group(1)).movePointLeft(2).doubleValue());
  }

  @Override
  public String toString() {
    return BigDecimal.valueOf(fraction).movePointRight(2).stripTrailingZeros().toPlainString()
        + "%";
  }
}
