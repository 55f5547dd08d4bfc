package io.sluice.exchange;

import io.sluice.time.Deadline;

/**
 * The facts of one request, fixed once it has been classified.
 *
 * @param id the request id that logs, backends and the client see
 * @param route name of the route that took it
 * @param lane name of the lane that admits it
 * @param tier how much it matters, after trust was checked
 * @param kind what the route is for
 * @param idempotence whether sending it twice can do harm
 * @param deadline when it must be answered: the smallest of header (less margin), route and server
 * @param startNanos when it arrived, on the clock the deadline is on
 * @param caller who sent it
 */
public record Exchange(
    String id,
    String route,
    String lane,
    Tier tier,
    Kind kind,
    Idempotence idempotence,
    Deadline deadline,
    long startNanos,
    Caller caller) {

  /** A request of a stranger. */
  public Exchange(
      String id,
      String route,
      String lane,
      Tier tier,
      Kind kind,
      Idempotence idempotence,
      Deadline deadline,
      long startNanos) {
    this(id, route, lane, tier, kind, idempotence, deadline, startNanos, Caller.STRANGER);
  }
}
