package io.sluice.observe;

import java.util.Locale;

/** A point in a request's life at which the time left to its deadline is recorded. */
public enum Stage {
  /** It came in: what is left is all the client gives us. */
  ARRIVAL,
  /** An attempt at the backend starts. */
  DISPATCH,
  /** The backend's own answer has gone to the client, whole. */
  ANSWER;

  private final String code = name().toLowerCase(Locale.ROOT);

  /** The word used as metric label. */
  public String code() {
    return code;
  }
}
