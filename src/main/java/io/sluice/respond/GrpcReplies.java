package io.sluice.respond;

import io.sluice.exchange.Outcome;
import io.sluice.exchange.Reason;
import io.sluice.exchange.RetryHint;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The one table from outcome to what a gRPC caller is told: to it every answer is an HTTP 200, and
 * the status is in a field of the head, as there is no body to follow (gRPC over HTTP/2,
 * "Trailers-Only"). Stateless.
 */
public final class GrpcReplies {
  private static final String TYPE = "application/grpc";

  private static final int CANCELLED = 1;
  private static final int DEADLINE_EXCEEDED = 4;
  private static final int INVALID_ARGUMENT = 3;
  private static final int RESOURCE_EXHAUSTED = 8;
  private static final int ABORTED_CALL = 10;
  private static final int UNIMPLEMENTED = 12;
  private static final int INTERNAL_ERROR = 13;
  private static final int UNAVAILABLE = 14;
  private static final int UNAUTHENTICATED = 16;
  private static final int PERMISSION_DENIED = 7;

  /** A pushback that is no time: it must not be repeated, whatever the retry policy says. */
  private static final long NEVER = -1;

  private GrpcReplies() {}

  /** Whether a request with this {@code Content-Type} is a gRPC call. */
  public static boolean speaks(@Nullable String contentType) {
    if (contentType == null || !contentType.regionMatches(true, 0, TYPE, 0, TYPE.length())) {
      return false;
    }
    return contentType.length() == TYPE.length()
        || "+; ".indexOf(contentType.charAt(TYPE.length())) >= 0;
  }

  /** The {@code grpc-status} of a failure or refusal. */
  public static int status(Reason reason) {
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
          ABORTED,
          STREAMS_FULL,
          BODY_TOO_LARGE,
          HEADERS_TOO_LARGE ->
          RESOURCE_EXHAUSTED;
      case NO_ROUTE, METHOD_NOT_ALLOWED -> UNIMPLEMENTED;
      case CLIENT_GONE -> CANCELLED;
      case IDEMPOTENCY_MISMATCH -> INVALID_ARGUMENT;
      case IDEMPOTENCY_RUNNING, IDEMPOTENCY_DONE -> ABORTED_CALL;
      case CREDENTIALS_MISSING, CREDENTIALS_INVALID -> UNAUTHENTICATED;
      case CALLER_NOT_ALLOWED -> PERMISSION_DENIED;
      case DEADLINE_PAST, UPSTREAM_TIMEOUT, OUTCOME_UNKNOWN -> DEADLINE_EXCEEDED;
      case DRAINING,
          BREAKER_OPEN,
          VERIFIER_BUSY,
          HEAD_TIMEOUT,
          BODY_TIMEOUT,
          STREAM_IDLE,
          STREAM_EXPIRED,
          NO_ENDPOINT,
          CONNECT_FAILED,
          UPSTREAM_RESET,
          UPSTREAM_REFUSED,
          UPSTREAM_TRUNCATED,
          UPSTREAM_STATUS ->
          UNAVAILABLE;
      case BAD_REQUEST,
          URI_TOO_LONG,
          VERSION_NOT_SUPPORTED,
          WEBSOCKET_VERSION,
          UPSTREAM_INVALID,
          BACKEND_FAILED,
          INTERNAL ->
          INTERNAL_ERROR;
    };
  }

  /** The answer to a refusal: when it may be repeated, to the millisecond, or that it may not. */
  public static Reply refused(Outcome.Refused refused) {
    RetryHint hint = refused.hint();
    return reply(refused.reason(), hint == null ? NEVER : hint.afterMillis());
  }

  /** The answer to a failure. What may have been done must not be repeated unseen. */
  public static Reply failed(Reason reason) {
    return reply(reason, reason == Reason.OUTCOME_UNKNOWN ? NEVER : null);
  }

  /** The same as trailers, name and value by turns: the end of a call that has begun to answer. */
  public static List<String> trailers(Reason reason) {
    List<String> headers = failed(reason).headers();
    return headers.subList(2, headers.size()); // all but the type
  }

  private static Reply reply(Reason reason, @Nullable Long pushbackMillis) {
    var headers =
        new ArrayList<>(
            List.of(
                "content-type",
                TYPE,
                "grpc-status",
                Integer.toString(status(reason)),
                "grpc-message",
                encoded(Replies.detail(reason)),
                "x-sluice-reason",
                reason.code()));
    if (pushbackMillis != null) {
      headers.add("grpc-retry-pushback-ms");
      headers.add(Long.toString(pushbackMillis));
    }
    return new Reply(200, List.copyOf(headers), "", Replies.failed(reason).closes());
  }

  /** Percent-encoded, all but printable ASCII and the percent sign itself (gRPC over HTTP/2). */
  static String encoded(String message) {
    var encoded = new StringBuilder(message.length() + 16);
    for (byte each : message.getBytes(StandardCharsets.UTF_8)) {
      if (each >= ' ' && each <= '~' && each != '%') {
        encoded.append((char) each);
      } else {
        encoded.append(String.format(Locale.ROOT, "%%%02X", each & 0xff));
      }
    }
    return encoded.toString();
  }
}
