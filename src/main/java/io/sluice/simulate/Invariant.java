package io.sluice.simulate;

import java.util.Locale;

/** What must hold of every run, whatever the scenario: the product's promises, one by one. */
public enum Invariant {
  /** In-flight weight never exceeds the limit at an admission. */
  IN_FLIGHT_WITHIN_LIMIT,
  /** P0 is refused by its own bounds only, and never for want of a place while a P1 waits. */
  P0_GOES_FIRST,
  /** With hard reserves, P1 and P2 never enter beyond what P0's reserve leaves. */
  P0_RESERVE_KEPT,
  /** P2 never enters while P0 or P1 waits. */
  P2_ENTERS_LAST,
  /** With hard reserves, P2 never enters beyond what both reserves leave. */
  RESERVES_KEPT_AGAINST_P2,
  /** P2 never enters at or above its watermark. */
  WATERMARK_KEPT,
  /** Every permit ends exactly once: an idle lane has none, and none was ended twice. */
  PERMITS_END_ONCE,
  /** Nothing is dispatched after its deadline. */
  NOTHING_DISPATCHED_LATE,
  /** What the backend is told of the deadline is less than what is left of it. */
  FORWARDED_DEADLINE_SHRINKS,
  /** Nobody waits longer than the wait bound, nor than half of what was left. */
  WAITS_ARE_BOUNDED,
  /** A moving limit stays within its bounds. */
  LIMIT_IN_BOUNDS,
  /** A moving limit holds in windows in which nobody was refused or kept waiting. */
  LIMIT_HOLDS_UNSATURATED,
  /** A moving limit never rises while the median is above the healthy latency. */
  LIMIT_NEVER_RISES_UNHEALTHY,
  /** A retry hint is never below its floor, and the whole seconds never below one. */
  HINTS_ABOVE_FLOOR,
  /** Retries of any ten seconds, and of any one, stay within their share of the requests. */
  RETRIES_WITHIN_BUDGET,
  /** With every further attempt at a request the backend is told of less time. */
  FORWARDED_DEADLINES_DECREASE,
  /** A request holds its one permit over all its attempts, and not beyond the last. */
  ONE_PERMIT_FOR_ALL_ATTEMPTS,
  /** Nobody calls a backend whose breaker has opened until the cooldown is over. */
  COOLDOWN_IS_KEPT,
  /** After a cooldown one call probes the backend, and no other beside it. */
  ONE_PROBE_AT_A_TIME,
  /** Whoever a breaker has let through tells it how it ended, exactly once. */
  PASSAGES_END_ONCE;

  private final String code = name().toLowerCase(Locale.ROOT).replace('_', '-');

  /** The name in reports, for example {@code p0-goes-first}. */
  public String code() {
    return code;
  }
}
