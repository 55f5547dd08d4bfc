package io.sluice.respond;

import io.sluice.exchange.Outcome;
import io.sluice.exchange.Reason;
import io.sluice.exchange.RetryHint;
import io.sluice.exchange.Tier;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The one table from outcome to answer: no status code of ours is chosen anywhere else. Bodies are
 * problem documents (RFC 9457) whose {@code type} ends in the {@link Reason}'s code. Stateless.
 */
public final class Replies {
  /** What every problem type begins with; it ends in a {@link Reason#code()}. */
  public static final String PROBLEM_TYPE = "urn:sluice:problem:";

  private static final int TOO_MANY_REQUESTS = 429;

  private Replies() {}

  /** The status of a failure or refusal. */
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
          STREAMS_FULL ->
          TOO_MANY_REQUESTS;
      case BAD_REQUEST -> 400;
      case NO_ROUTE -> 404;
      case METHOD_NOT_ALLOWED -> 405;
      case CREDENTIALS_MISSING, CREDENTIALS_INVALID -> 401;
      case CALLER_NOT_ALLOWED -> 403;
      case IDEMPOTENCY_RUNNING, IDEMPOTENCY_DONE -> 409;
      case IDEMPOTENCY_MISMATCH -> 422;
      case BODY_TOO_LARGE -> 413;
      case URI_TOO_LONG -> 414;
      case HEADERS_TOO_LARGE -> 431;
      case HEAD_TIMEOUT, BODY_TIMEOUT -> 408;
      case VERSION_NOT_SUPPORTED -> 505;
      case WEBSOCKET_VERSION -> 426;
      case CLIENT_GONE -> 499;
      case INTERNAL -> 500;
      case CONNECT_FAILED,
          UPSTREAM_RESET,
          UPSTREAM_REFUSED,
          UPSTREAM_TRUNCATED,
          UPSTREAM_INVALID,
          UPSTREAM_STATUS,
          BACKEND_FAILED ->
          502;
      case DRAINING, BREAKER_OPEN, NO_ENDPOINT, VERIFIER_BUSY -> 503;
      case DEADLINE_PAST, UPSTREAM_TIMEOUT, OUTCOME_UNKNOWN, STREAM_IDLE, STREAM_EXPIRED -> 504;
    };
  }

  /** What a person reading the answer should know. */
  static String detail(Reason reason) {
    return switch (reason) {
      case WATERMARK -> "The lane is so busy that this tier is shed whole.";
      case TIER_CEILING -> "The free permits are reserved for a higher tier.";
      case LANE_FULL -> "Every permit is in use and this request does not wait.";
      case WAITERS_AHEAD -> "Others are waiting and this request does not wait.";
      case WAITERS_FULL -> "Every place to wait is taken.";
      case EVICTED ->
          "A more important or a newer request took this one's place among the waiters.";
      case WAIT_TOO_LONG -> "The expected wait for a permit is longer than this request may wait.";
      case DEADLINE_UNREACHABLE -> "It could not have been answered before its deadline.";
      case WAIT_EXPIRED -> "No permit became free while it waited.";
      case LIMIT_SHRANK -> "The limit shrank while it waited.";
      case TOO_HEAVY -> "It weighs more than its tier may ever hold; trying again cannot help.";
      case ABORTED -> "The workers refused it.";
      case DRAINING -> "The gateway is shutting down.";
      case BREAKER_OPEN -> "The backend has been failing; nobody calls it until it has had a rest.";
      case STREAMS_FULL -> "As many streams of this route are open as may be.";
      case BAD_REQUEST -> "The request is malformed.";
      case NO_ROUTE -> "No route matches this path.";
      case METHOD_NOT_ALLOWED -> "This path does not take this method.";
      case CREDENTIALS_MISSING -> "This route asks for a key or a token.";
      case CREDENTIALS_INVALID -> "The key or the token is not good.";
      case CALLER_NOT_ALLOWED -> "This caller may not use this route.";
      case IDEMPOTENCY_RUNNING -> "A request with this idempotency key is still under way.";
      case IDEMPOTENCY_DONE ->
          "A request with this idempotency key has been done; its answer was too large to keep.";
      case IDEMPOTENCY_MISMATCH -> "This idempotency key was used for another request.";
      case BODY_TOO_LARGE -> "The body is too large.";
      case URI_TOO_LONG -> "The request line is too long.";
      case HEADERS_TOO_LARGE -> "The header section is too large.";
      case HEAD_TIMEOUT -> "The head of the request did not arrive in time.";
      case BODY_TIMEOUT -> "The body of the request came too slowly.";
      case VERSION_NOT_SUPPORTED -> "This version of HTTP is not spoken here.";
      case WEBSOCKET_VERSION -> "Of WebSocket only version 13 is spoken here.";
      case CLIENT_GONE -> "The client closed its connection.";
      case DEADLINE_PAST -> "Its time was up before anything was sent to the backend.";
      case UPSTREAM_TIMEOUT -> "The backend did not answer in time.";
      case OUTCOME_UNKNOWN ->
          "The backend may have done the work, and there is no answer: verify before repeating.";
      case STREAM_IDLE -> "Nothing moved on the stream for too long.";
      case STREAM_EXPIRED -> "The stream was open for as long as it may be.";
      case NO_ENDPOINT -> "No instance of the backend is available.";
      case CONNECT_FAILED -> "No connection to the backend could be made.";
      case UPSTREAM_RESET -> "The backend closed the connection before answering.";
      case UPSTREAM_REFUSED -> "The backend refused it without doing anything; it may be repeated.";
      case UPSTREAM_TRUNCATED -> "The backend's answer ended early.";
      case UPSTREAM_INVALID -> "The backend's answer breaks the protocol.";
      case UPSTREAM_STATUS -> "The backend answered that it failed.";
      case BACKEND_FAILED -> "The backend's code failed.";
      case VERIFIER_BUSY -> "Too many tokens are waiting to be verified.";
      case INTERNAL -> "The gateway failed.";
    };
  }

  /**
   * The answer to a refusal.
   *
   * @param epochSeconds the time of day, for {@code X-RateLimit-Reset}
   */
  public static Reply refused(Outcome.Refused refused, String lane, Tier tier, long epochSeconds) {
    Reason reason = refused.reason();
    RetryHint hint = refused.hint();
    int status = status(reason);
    var body = new StringBuilder(384);
    open(body, reason, status);
    body.append(",\"lane\":\"").append(lane).append("\",\"tier\":\"").append(tier.code());
    body.append('"');
    if (reason != Reason.BREAKER_OPEN) {
      body.append(",\"inFlight\":").append(refused.inFlight());
      body.append(",\"limit\":").append(refused.limit());
      body.append(",\"waiting\":").append(refused.waiting());
    }
    if (hint != null) {
      body.append(",\"hints\":{\"retryAfterMs\":").append(hint.afterMillis());
      body.append(",\"baseMs\":").append(hint.baseMillis());
      body.append(",\"maxMs\":").append(hint.maxMillis());
      body.append(",\"jitterMs\":").append(hint.jitterMillis()).append('}');
    }
    body.append('}');
    return new Reply(
        status, headers(reason, hint, lane, refused.limit(), epochSeconds), body.toString(), false);
  }

  private static List<String> headers(
      Reason reason, @Nullable RetryHint hint, String lane, int limit, long epochSeconds) {
    if (hint == null) {
      return problemHeaders(reason);
    }
    String seconds = Long.toString(hint.afterSeconds());
    String millis = Long.toString(hint.afterMillis());
    if (reason == Reason.BREAKER_OPEN) {
      return List.of(
          "content-type",
          "application/problem+json",
          "x-sluice-reason",
          reason.code(),
          "retry-after",
          seconds,
          "retry-after-ms",
          millis);
    }
    boolean ofStreams = reason == Reason.STREAMS_FULL;
    String quota = ofStreams ? "streams" : lane;
    String unit = ofStreams ? "concurrent-streams" : "concurrent-requests";
    return List.of(
        "content-type",
        "application/problem+json",
        "x-sluice-reason",
        reason.code(),
        "retry-after",
        seconds,
        "retry-after-ms",
        millis,
        "x-ratelimit-reset",
        Long.toString(epochSeconds + hint.afterSeconds()),
        // draft-ietf-httpapi-ratelimit-headers: a quota of what may be open at once, none left
        "ratelimit-policy",
        "\"" + quota + "\";q=" + limit + ";qu=\"" + unit + "\"",
        "ratelimit",
        "\"" + quota + "\";r=0;t=" + seconds);
  }

  /** The answer to a failure. */
  public static Reply failed(Reason reason) {
    int status = status(reason);
    var body = new StringBuilder(192);
    open(body, reason, status);
    body.append('}');
    return new Reply(status, problemHeaders(reason), body.toString(), closes(reason));
  }

  // Where reading stopped within a request, what follows on the connection is not a request.
  private static boolean closes(Reason reason) {
    return switch (reason) {
      case BAD_REQUEST,
          BODY_TOO_LARGE,
          URI_TOO_LONG,
          HEADERS_TOO_LARGE,
          HEAD_TIMEOUT,
          BODY_TIMEOUT,
          VERSION_NOT_SUPPORTED,
          WEBSOCKET_VERSION ->
          true;
      default -> false;
    };
  }

  /** The answer to telemetry that was taken on. */
  public static Reply taken() {
    return new Reply(202, List.of(), "", false);
  }

  private static List<String> problemHeaders(Reason reason) {
    if (reason == Reason.WEBSOCKET_VERSION) {
      return List.of(
          "content-type",
          "application/problem+json",
          "x-sluice-reason",
          reason.code(),
          "upgrade",
          "websocket",
          "sec-websocket-version",
          "13");
    }
    return List.of("content-type", "application/problem+json", "x-sluice-reason", reason.code());
  }

  // All text here is ours, or a name that the configuration has confined to [a-z0-9-]: no escaping.
  private static void open(StringBuilder body, Reason reason, int status) {
    body.append("{\"type\":\"").append(PROBLEM_TYPE).append(reason.code());
    body.append("\",\"title\":\"").append(title(status));
    body.append("\",\"status\":").append(status);
    body.append(",\"detail\":\"").append(detail(reason));
    body.append("\",\"reason\":\"").append(reason.code()).append('"');
  }

  private static String title(int status) {
    return switch (status) {
      case 400 -> "Bad Request";
      case 401 -> "Unauthorized";
      case 403 -> "Forbidden";
      case 404 -> "Not Found";
      case 405 -> "Method Not Allowed";
      case 408 -> "Request Timeout";
      case 409 -> "Conflict";
      case 413 -> "Content Too Large";
      case 414 -> "URI Too Long";
      case 422 -> "Unprocessable Content";
      case TOO_MANY_REQUESTS -> "Too Many Requests";
      case 426 -> "Upgrade Required";
      case 431 -> "Request Header Fields Too Large";
      case 500 -> "Internal Server Error";
      case 502 -> "Bad Gateway";
      case 503 -> "Service Unavailable";
      case 504 -> "Gateway Timeout";
      case 505 -> "HTTP Version Not Supported";
      default -> "Client Closed Request";
    };
  }
}
