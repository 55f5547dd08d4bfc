package io.sluice.edge;

import io.sluice.options.Key;

/**
 * What is done about slashes in paths, before routing.
 *
 * @param encodedSlashes what {@code %2f} is
 * @param doubleSlashes what an empty segment is
 */
public record PathOptions(
    @Key(
            value = "What %2f in a path is: kept as it is, answered 400, or decoded to a slash.",
            byDefault = "keep")
        EncodedSlash encodedSlashes,
    @Key(value = "Whether a//b is kept as it is or merged to a/b.", byDefault = "keep")
        DoubleSlash doubleSlashes) {

  /** Paths stay as they are. */
  public static final PathOptions DEFAULT = new PathOptions(EncodedSlash.KEEP, DoubleSlash.KEEP);

  /** What {@code %2f} is. */
  public enum EncodedSlash {
    /** A character like any other. */
    KEEP,
    /** A flaw. */
    REJECT,
    /** A slash. */
    DECODE
  }

  /** What an empty segment is. */
  public enum DoubleSlash {
    /** A segment like any other. */
    KEEP,
    /** Nothing. */
    MERGE
  }
}
