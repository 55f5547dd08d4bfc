package io.sluice.accesslog;

import io.sluice.exchange.Exchange;
import org.jspecify.annotations.Nullable;

/**
 * The way a request took that had a route.
 *
 * @param exchange its facts
 * @param backend the route's
 * @param weight permits it takes
 * @param endpoint which instance was called last; null if none was, or the backend is in-process
 * @param attempts calls that were begun
 * @param dispatchedNanos when the first of them began; meaningless without attempts
 * @param answered whether a head came back
 * @param headNanos when it did
 * @param fallback the kind of what answered in its place, {@code replay} for an answer given once
 *     more; null if the backend answered, or nobody
 */
public record Course(
    Exchange exchange,
    String backend,
    int weight,
    @Nullable String endpoint,
    int attempts,
    long dispatchedNanos,
    boolean answered,
    long headNanos,
    @Nullable String fallback) {

  /** A way on which nothing answered in the place of the backend. */
  public Course(
      Exchange exchange,
      String backend,
      int weight,
      @Nullable String endpoint,
      int attempts,
      long dispatchedNanos,
      boolean answered,
      long headNanos) {
    this(exchange, backend, weight, endpoint, attempts, dispatchedNanos, answered, headNanos, null);
  }
}
