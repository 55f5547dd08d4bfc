package io.sluice.breaker;

import java.util.Locale;

/**
 * A breaker's step from one state to another.
 *
 * @param backend whose breaker it is
 * @param counts what it had counted when it stepped
 * @param atNanos when
 */
public record Transition(
    String backend, BreakerState from, BreakerState to, Why why, CallCounts counts, long atNanos) {

  /** The reasons of all transitions: the label of the metric and the word in the log. */
  public enum Why {
    /** Too many failures in a row. */
    FAILURES,
    /** Too large a share of the window's calls failed. */
    FAILURE_RATE,
    /** Too large a share of the window's calls was slow. */
    SLOW_RATE,
    /** The backend has been left alone for long enough: one call probes it. */
    COOLDOWN_OVER,
    /** The probe was answered. */
    PROBE_SUCCEEDED,
    /** The probe failed: the cooldown begins anew. */
    PROBE_FAILED,
    /** The probe was answered, but as slowly as what opens the breaker. */
    PROBE_SLOW,
    /** The probe did not end in time: its slot is given to another, one cooldown after it began. */
    PROBE_LOST,
    /** An operator opened or closed it. */
    FORCED,
    /** An operator left it to itself again. */
    RELEASED;

    private final String code = name().toLowerCase(Locale.ROOT).replace('_', '-');

    /** The spelling in metrics, log and docs, for example {@code probe-failed}. */
    public String code() {
      return code;
    }
  }
}
