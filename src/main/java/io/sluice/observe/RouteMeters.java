package io.sluice.observe;

import io.sluice.exchange.Exchange;
import io.sluice.exchange.Outcome;
import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * What is counted of one route. Called for every request, from any event loop: no lock, no lookup,
 * no allocation (but for a fresh histogram every 10 s).
 *
 * <p>Each request is {@link #started} once and {@link #ended} once, whatever becomes of it.
 */
public final class RouteMeters {
  private final String route;
  private final LaneMeters lane;
  private final String backend;
  private final List<TierMeters> tiers = new ArrayList<>(Tier.COUNT);
  private final StreamMeters streams = new StreamMeters();
  private final RecentRequests recent = new RecentRequests();
  private final LongAdder accepted = new LongAdder();
  private final LongAdder completed = new LongAdder();

  RouteMeters(String route, LaneMeters lane, String backend) {
    this.route = route;
    this.lane = lane;
    this.backend = backend;
    for (int rank = 0; rank < Tier.COUNT; rank++) {
      tiers.add(new TierMeters());
    }
  }

  /** A request came in and was classified. */
  public void started(Exchange exchange, long nowNanos) {
    of(exchange).started(exchange.deadline(), nowNanos);
  }

  /**
   * Its client has sent it before: a repeated request id or idempotency key, or an attempt count
   * above one.
   */
  public void repeated(Exchange exchange) {
    of(exchange).repeated();
  }

  /**
   * Whether a request of this name has come before, of late.
   *
   * @param name hash of all that makes it the same request
   */
  public boolean sawBefore(long name) {
    return recent.saw(name);
  }

  /** It was granted a permit after it had queued since {@code sinceNanos}. */
  public void waited(Exchange exchange, long sinceNanos, long nowNanos) {
    lane.waited(exchange.tier(), nowNanos - sinceNanos, nowNanos);
  }

  /** One attempt at the backend started: an upstream exchange, or a task handed to the workers. */
  public void attempt(Exchange exchange, long nowNanos) {
    of(exchange).attempt(exchange.deadline(), nowNanos);
  }

  /** It is over: its answer has gone out whole, or it cannot be answered any more. */
  public void ended(Exchange exchange, Outcome outcome, long nowNanos) {
    of(exchange).ended(outcome, exchange.deadline(), exchange.startNanos(), nowNanos);
  }

  /** Its refusal or failure told its client to use its own copy. */
  public void advised(Exchange exchange, Reason reason) {
    of(exchange).advised(reason);
  }

  /**
   * It has become a stream, and is a request no more: counted as answered, but as no latency.
   *
   * @param status of the response that began it
   */
  public void becameStream(Exchange exchange, int status) {
    of(exchange).becameStream(status);
    streams.opened();
  }

  /** Its streams. */
  public StreamMeters streams() {
    return streams;
  }

  /** Loss-tolerant work was taken on: its client has been promised nothing but the 202. */
  public void taken() {
    accepted.increment();
  }

  /** Work that was {@link #taken} on has been done. What is discarded never is. */
  public void completed() {
    completed.increment();
  }

  private TierMeters of(Exchange exchange) {
    return tiers.get(exchange.tier().rank());
  }

  public String route() {
    return route;
  }

  public String lane() {
    return lane.name();
  }

  public String backend() {
    return backend;
  }

  /** What has been counted so far; for whoever reports, not for every request. */
  public RouteSnapshot snapshot(long nowNanos) {
    // Completions first: what is taken on and done in between must not look like a surplus.
    long completedSum = completed.sum();
    return new RouteSnapshot(
        tiers.stream().map(tier -> tier.snapshot(nowNanos)).toList(), accepted.sum(), completedSum);
  }
}
