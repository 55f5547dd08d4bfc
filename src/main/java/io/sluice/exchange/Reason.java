package io.sluice.exchange;

import java.util.Locale;

/**
 * Why a request ended without the backend's own answer. One vocabulary everywhere: the metric
 * label, the log field, the tail of the problem {@code type} and the word in the docs are all
 * {@link #code()}.
 */
public enum Reason {
  // ---- shed by the lane: nothing was sent, the client may come back after the hint
  /** P2 at or above the {@code shedAbove} watermark. */
  WATERMARK(Family.SHED),
  /** Free permits exist, but they are reserved for a higher tier. */
  TIER_CEILING(Family.SHED),
  /** Every permit is in use, and this tier does not wait. */
  LANE_FULL(Family.SHED),
  /** Others of its own or a higher tier are already waiting, and this tier does not wait. */
  WAITERS_AHEAD(Family.SHED),
  /** Every place among the waiters is taken. */
  WAITERS_FULL(Family.SHED),
  /** A P0 took this waiter's place. */
  EVICTED(Family.SHED),
  /** The predicted wait exceeds what this request may wait. */
  WAIT_TOO_LONG(Family.SHED),
  /** The predicted wait plus the expected service time ends after the deadline. */
  DEADLINE_UNREACHABLE(Family.SHED),
  /** It waited its whole bound without getting a permit. */
  WAIT_EXPIRED(Family.SHED),
  /** The limit shrank while it waited, and it no longer fits the new estimate. */
  LIMIT_SHRANK(Family.SHED),
  /** Its weight exceeds what even an idle lane gives its tier; no hint, coming back cannot help. */
  TOO_HEAVY(Family.SHED),
  /** The worker executor itself refused; cannot happen while L ≤ workers + backlog, so a bug. */
  ABORTED(Family.SHED),
  /** The gateway is shutting down and takes no new work. */
  DRAINING(Family.SHED),
  /** As many streams of its route are open as may be. */
  STREAMS_FULL(Family.SHED),
  /** The circuit breaker of its backend is open, or half-open with another request as the probe. */
  BREAKER_OPEN(Family.SHED),

  // ---- the request itself
  /** The request is malformed or ambiguous. */
  BAD_REQUEST(Family.CLIENT),
  /** No route matches the path. */
  NO_ROUTE(Family.CLIENT),
  /** A route matches the path but not the method. */
  METHOD_NOT_ALLOWED(Family.CLIENT),
  /** The route asks for a key or a token, and none came with it. */
  CREDENTIALS_MISSING(Family.CLIENT),
  /** The key or the token is not good. */
  CREDENTIALS_INVALID(Family.CLIENT),
  /** The caller is known, and may not use this route. */
  CALLER_NOT_ALLOWED(Family.CLIENT),
  /** A request with the same idempotency key is still under way. */
  IDEMPOTENCY_RUNNING(Family.CLIENT),
  /** A request with the same idempotency key has been done; its answer was too large to keep. */
  IDEMPOTENCY_DONE(Family.CLIENT),
  /** Its idempotency key was used for another request. */
  IDEMPOTENCY_MISMATCH(Family.CLIENT),
  /** The body exceeds the configured size. */
  BODY_TOO_LARGE(Family.CLIENT),
  /** The request line exceeds the configured size. */
  URI_TOO_LONG(Family.CLIENT),
  /** The header section exceeds the configured size. */
  HEADERS_TOO_LARGE(Family.CLIENT),
  /** The head was not complete in time. */
  HEAD_TIMEOUT(Family.CLIENT),
  /** Its body came too slowly. */
  BODY_TIMEOUT(Family.CLIENT),
  /** It is written in a version of HTTP that is not spoken here. */
  VERSION_NOT_SUPPORTED(Family.CLIENT),
  /** It asks for a version of WebSocket that is not spoken here. */
  WEBSOCKET_VERSION(Family.CLIENT),
  /** The client closed its connection before it had its answer. */
  CLIENT_GONE(Family.CLIENT),

  // ---- time
  /** The deadline had passed before anything was sent. */
  DEADLINE_PAST(Family.TIME),
  /**
   * The deadline passed while the backend was working on something safe to repeat, or before all of
   * an answer that had begun was through.
   */
  UPSTREAM_TIMEOUT(Family.TIME),
  /** The deadline passed while the backend was working on a write: verify before repeating. */
  OUTCOME_UNKNOWN(Family.TIME),
  /** Nothing moved on a stream for longer than it may be silent. */
  STREAM_IDLE(Family.TIME),
  /** A stream was open for as long as it may be. */
  STREAM_EXPIRED(Family.TIME),

  // ---- the backend
  /** No endpoint of the backend may be called. */
  NO_ENDPOINT(Family.UPSTREAM),
  /** No connection to the backend could be made. */
  CONNECT_FAILED(Family.UPSTREAM),
  /** The backend closed or reset the exchange before its response head. */
  UPSTREAM_RESET(Family.UPSTREAM),
  /** The backend said that it has processed nothing of the exchange, which may be repeated. */
  UPSTREAM_REFUSED(Family.UPSTREAM),
  /** The backend's body ended early; the client's response was aborted, not completed. */
  UPSTREAM_TRUNCATED(Family.UPSTREAM),
  /** The backend's answer breaks the protocol. */
  UPSTREAM_INVALID(Family.UPSTREAM),
  /** The backend answered that it failed, and a fallback was given in the place of that. */
  UPSTREAM_STATUS(Family.UPSTREAM),
  /** In-process backend code threw. */
  BACKEND_FAILED(Family.UPSTREAM),

  // ---- us
  /** Too many tokens are waiting to be verified. */
  VERIFIER_BUSY(Family.GATEWAY),
  /** A fault of the gateway itself. */
  INTERNAL(Family.GATEWAY);

  /** Who, broadly, has to change something for the request to succeed. */
  public enum Family {
    SHED,
    CLIENT,
    TIME,
    UPSTREAM,
    GATEWAY
  }

  private final Family family;
  private final String code = name().toLowerCase(Locale.ROOT).replace('_', '-');

  Reason(Family family) {
    this.family = family;
  }

  public Family family() {
    return family;
  }

  /**
   * The one spelling used in metrics, logs, problem types and docs, for example {@code lane-full}.
   */
  public String code() {
    return code;
  }
}
