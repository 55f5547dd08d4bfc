package io.sluice.accesslog;

import io.sluice.exchange.Reason;
import org.jspecify.annotations.Nullable;

/**
 * Why a request ended as it did, in the words of Envoy's {@code %RESPONSE_FLAGS%}, for those whose
 * dashboards know them already. Where Envoy has no word there is none here; the reason says more.
 */
enum ResponseFlag {
  /** No healthy upstream. */
  UH,
  /** The upstream connection could not be made. */
  UF,
  /** Overflow: no room for one more. */
  UO,
  /** No route. */
  NR,
  /** The upstream did not answer in time. */
  UT,
  /** The upstream ended the connection. */
  UC,
  /** The upstream reset the request. */
  UR,
  /** The upstream broke the protocol. */
  UPE,
  /** The client ended the connection. */
  DC,
  /** The client broke the protocol. */
  DPE,
  /** Not let in. */
  UAEX,
  /** A stream was idle for too long. */
  SI,
  /** A time limit passed that was no upstream's. */
  DT,
  /** A copy kept here was given. */
  RFCF;

  /** All flags of an end, comma between them; null if Envoy has none. */
  static @Nullable String all(Reason reason, @Nullable String fallback) {
    ResponseFlag flag = of(reason);
    boolean fromCache = "cached".equals(fallback) || "client-cache".equals(fallback);
    if (!fromCache) {
      return flag == null ? null : flag.name();
    }
    return flag == null ? RFCF.name() : flag.name() + "," + RFCF.name();
  }

  /** The flag of a reason; null where Envoy has none. */
  static @Nullable ResponseFlag of(Reason reason) {
    return switch (reason) {
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
          STREAMS_FULL,
          BREAKER_OPEN,
          ABORTED ->
          UO;
      case BAD_REQUEST, URI_TOO_LONG, HEADERS_TOO_LARGE, VERSION_NOT_SUPPORTED, WEBSOCKET_VERSION ->
          DPE;
      case NO_ROUTE, METHOD_NOT_ALLOWED -> NR;
      case DEADLINE_PAST, HEAD_TIMEOUT, BODY_TIMEOUT, STREAM_EXPIRED -> DT;
      case STREAM_IDLE -> SI;
      case CREDENTIALS_MISSING, CREDENTIALS_INVALID, CALLER_NOT_ALLOWED, VERIFIER_BUSY -> UAEX;
      case UPSTREAM_REFUSED -> UR;
      case CLIENT_GONE -> DC;
      case UPSTREAM_TIMEOUT, OUTCOME_UNKNOWN -> UT;
      case NO_ENDPOINT -> UH;
      case CONNECT_FAILED -> UF;
      case UPSTREAM_RESET, UPSTREAM_TRUNCATED -> UC;
      case UPSTREAM_INVALID -> UPE;
      case IDEMPOTENCY_RUNNING,
          IDEMPOTENCY_DONE,
          IDEMPOTENCY_MISMATCH,
          UPSTREAM_STATUS,
          DRAINING,
          BODY_TOO_LARGE,
          BACKEND_FAILED,
          INTERNAL ->
          null;
    };
  }
}
