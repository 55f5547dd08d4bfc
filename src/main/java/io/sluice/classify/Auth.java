package io.sluice.classify;

/** What a route asks of its callers before it admits them. */
public enum Auth {
  /** Nothing. */
  NONE,
  /** The key of one of the {@code callers}. */
  API_KEY,
  /** A token that verifies against the {@code jwt} section. */
  JWT,
  /** Either of the two. */
  ANY;

  public boolean takesKeys() {
    return this == API_KEY || this == ANY;
  }

  public boolean takesTokens() {
    return this == JWT || this == ANY;
  }
}
