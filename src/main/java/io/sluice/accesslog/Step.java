package io.sluice.accesslog;

import io.sluice.exchange.Reason;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The step of a request's life at which it was stopped: coarser than the reason. */
enum Step {
  HYGIENE,
  ROUTE,
  AUTH,
  DEADLINE,
  IDEMPOTENCY,
  ADMIT,
  DISPATCH,
  CALL;

  private final String code = name().toLowerCase(Locale.ROOT);

  String code() {
    return code;
  }

  /** Where a request with this reason was stopped; null if no step of ours did that. */
  static @Nullable Step of(Reason reason) {
    return switch (reason) {
      case BAD_REQUEST,
          BODY_TIMEOUT,
          BODY_TOO_LARGE,
          URI_TOO_LONG,
          HEADERS_TOO_LARGE,
          HEAD_TIMEOUT,
          VERSION_NOT_SUPPORTED,
          WEBSOCKET_VERSION ->
          HYGIENE;
      case NO_ROUTE, METHOD_NOT_ALLOWED -> ROUTE;
      case CREDENTIALS_MISSING, CREDENTIALS_INVALID, CALLER_NOT_ALLOWED, VERIFIER_BUSY -> AUTH;
      case DEADLINE_PAST -> DEADLINE;
      case IDEMPOTENCY_RUNNING, IDEMPOTENCY_DONE, IDEMPOTENCY_MISMATCH -> IDEMPOTENCY;
      case WATERMARK,
          TIER_CEILING,
          LANE_FULL,
          WAITERS_AHEAD,
          WAITERS_FULL,
          EVICTED,
          WAIT_TOO_LONG,
          DEADLINE_UNREACHABLE,
          WAIT_EXPIRED,
          LIMIT_SHRANK,
          TOO_HEAVY,
          STREAMS_FULL ->
          ADMIT;
      case ABORTED, DRAINING -> DISPATCH;
      case UPSTREAM_TIMEOUT,
          OUTCOME_UNKNOWN,
          BREAKER_OPEN,
          NO_ENDPOINT,
          CONNECT_FAILED,
          UPSTREAM_RESET,
          UPSTREAM_REFUSED,
          UPSTREAM_TRUNCATED,
          UPSTREAM_INVALID,
          UPSTREAM_STATUS,
          BACKEND_FAILED,
          STREAM_IDLE,
          STREAM_EXPIRED ->
          CALL;
      case CLIENT_GONE, INTERNAL -> null;
    };
  }
}
