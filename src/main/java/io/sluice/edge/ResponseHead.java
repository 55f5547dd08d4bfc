package io.sluice.edge;

import io.sluice.retry.RetryAdvice;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;

/** How a backend's answer begins for the client, in whichever protocol either of them speaks. */
final class ResponseHead {
  private static final CharSequence RETRY_AFTER_MS = HttpHeaders.createOptimized("retry-after-ms");

  private ResponseHead() {}

  /** When a backend that refused wants to be called again. */
  static RetryAdvice retryAdvice(HttpClientResponse head) {
    int status = head.statusCode();
    return status == 429 || status == 503
        ? RetryAdvice.ofHeaders(
            head.headers().get(RETRY_AFTER_MS),
            head.headers().get(HttpHeaders.RETRY_AFTER),
            head.headers().get(HttpHeaders.DATE))
        : RetryAdvice.NONE;
  }

  /**
   * Fills the head of the client's answer; nothing is written yet.
   *
   * @param id the request's
   * @param last whether the connection ends with it anyway
   * @param bodySent whether the backend has been sent all of the request
   * @return whether the connection ends with it
   */
  static boolean fill(
      HttpServerRequest request,
      HttpClientResponse from,
      String id,
      boolean last,
      boolean bodySent) {
    HttpServerResponse to = request.response();
    to.setStatusCode(from.statusCode());
    Forwarding.response(from.version(), from.headers(), to.headers());
    to.headers().set(ProxyCall.REQUEST_ID, id);
    boolean endless =
        ResponseBody.follows(from, request) && !to.headers().contains(HttpHeaders.CONTENT_LENGTH);
    boolean http10 = request.version() == HttpVersion.HTTP_1_0;
    if (endless) {
      to.setChunked(!http10);
    }
    boolean closes =
        last
            // Only its end tells this client where the answer ends.
            || (endless && http10)
            // After an early answer the rest of the request's body is not wanted, and cannot be
            // skipped over.
            || (!Farewell.isHttp2(request) && !bodySent);
    if (closes) {
      Farewell.announce(request);
    }
    return closes;
  }
}
