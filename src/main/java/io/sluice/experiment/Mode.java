package io.sluice.experiment;

import java.util.Locale;

/** What a full pool makes of one more submission. */
public enum Mode {
  /** It is refused, and that is that. */
  ABORT("abort, no retry"),
  /** It is refused, and repeated at once a few times. */
  ABORT_AND_RETRY("abort, retries at once"),
  /** The submitting thread does the work itself. */
  CALLER_RUNS("caller-runs"),
  /** It vanishes, and nobody is told. */
  DISCARD("discard"),
  /** Sluice's own executor: abort as a value, a backlog by tier, deadlines. */
  BOUNDED_EXECUTOR("BoundedExecutor");

  private final String title;
  private final String code = name().toLowerCase(Locale.ROOT).replace('_', '-');

  Mode(String title) {
    this.title = title;
  }

  /** Its name in the table. */
  public String title() {
    return title;
  }

  /** Its name for programs. */
  public String code() {
    return code;
  }
}
