package io.sluice.classify;

import java.util.Locale;

/** What happens to work that its lane cannot take. */
public enum Overflow {
  /** It is refused and the caller is told so. The only choice wherever the answer matters. */
  ABORT,
  /**
   * Loss-tolerant telemetry: the caller has its 202 already, the new item is dropped and counted.
   */
  DISCARD,
  /** Likewise, but the oldest item in the backlog makes room. Never where order matters. */
  DISCARD_OLDEST,
  /** The submitter does the work itself. Refused by the config check: ours is an event loop. */
  CALLER_RUNS;

  private final String code = name().toLowerCase(Locale.ROOT).replace('_', '-');

  /** The word used in configuration and logs. */
  public String code() {
    return code;
  }
}
