package io.sluice.edge;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import java.util.concurrent.TimeUnit;

/**
 * How a client is left, in whichever protocol it speaks: HTTP/1 ends a connection with what ends an
 * exchange on it, HTTP/2 ends only the stream, and says GOAWAY for the connection.
 */
final class Farewell {
  private static final long NO_ERROR = 0;
  private static final long INTERNAL_ERROR = 2;

  /** Longer than any drain: who shuts the listener decides. */
  private static final long LAST_STREAMS_MINUTES = 60;

  private Farewell() {}

  static boolean isHttp2(HttpServerRequest request) {
    return request.version() == HttpVersion.HTTP_2;
  }

  /** Says, with the head that is about to be written, that nothing follows on its connection. */
  static void announce(HttpServerRequest request) {
    if (isHttp2(request)) {
      request.connection().shutdown(LAST_STREAMS_MINUTES, TimeUnit.MINUTES);
    } else {
      request.response().headers().set(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    }
  }

  /** Keeps what was announced, once the answer is through. */
  static void close(HttpServerRequest request, Future<Void> written) {
    if (!isHttp2(request)) {
      // A response's "Connection: close" does not close the socket by itself.
      written.onComplete(_ -> request.connection().close());
    }
  }

  /** Wants no more of the body, once the answer is through (RFC 9113 §8.1). */
  static void stopReading(HttpServerRequest request, Future<Void> written) {
    if (isHttp2(request)) {
      written.onComplete(_ -> request.response().reset(NO_ERROR));
    }
  }

  /**
   * Cuts off a response that cannot be completed, so that it does not look complete. In HTTP/2 on
   * the next turn: if the codec is about to reset the stream, its code says more than ours.
   */
  static void cutOff(HttpServerRequest request, Context context) {
    HttpServerResponse response = request.response();
    if (response.ended()) {
      return;
    }
    if (isHttp2(request)) {
      context.runOnContext(
          _ -> {
            if (!response.closed()) {
              response.reset(INTERNAL_ERROR);
            }
          });
    } else {
      request.connection().close();
    }
  }
}
