package io.sluice.client;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The headers by which a co-operating client tells a server about an attempt. */
public final class CallHeaders {
  /** The same for every attempt of one request. */
  public static final CharSequence REQUEST_ID = HttpHeaders.createOptimized("x-request-id");

  /** 1 for the first attempt, 2 for the second, … */
  public static final CharSequence ATTEMPT = HttpHeaders.createOptimized("x-sluice-attempt");

  /** Milliseconds this attempt will be waited for. */
  public static final CharSequence TIMEOUT_MILLIS =
      HttpHeaders.createOptimized("x-request-timeout-ms");

  /** The same for every attempt of one write, new for every write. */
  public static final CharSequence IDEMPOTENCY_KEY = HttpHeaders.createOptimized("Idempotency-Key");

  private CallHeaders() {}

  /** Names the request and counts the attempt; the key is only sent where there is one. */
  public static void identify(
      MultiMap headers, String requestId, int attempt, @Nullable String idempotencyKey) {
    headers.set(REQUEST_ID, requestId);
    headers.set(ATTEMPT, Integer.toString(attempt));
    if (idempotencyKey != null) {
      headers.set(IDEMPOTENCY_KEY, idempotencyKey);
    }
  }

  /**
   * Says how long the attempt will be waited for, rounded down so that the server is never promised
   * time the client does not give; at least 1 ms.
   */
  public static void deadline(MultiMap headers, long remainingNanos) {
    long millis = Math.max(1, TimeUnit.NANOSECONDS.toMillis(remainingNanos));
    headers.set(TIMEOUT_MILLIS, Long.toString(millis));
  }
}
