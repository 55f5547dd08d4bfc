package io.sluice.edge;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import java.util.Locale;

/** What of an answer comes before its head and after its body, passed on to the client. */
final class Interim {
  private static final CharSequence TE = HttpHeaders.createOptimized("te");

  private Interim() {}

  /** Passes 103 on as it comes; may come more than once. */
  static void relayHints(HttpClientRequest from, HttpServerRequest client) {
    if (client.version() == HttpVersion.HTTP_1_0) {
      return;
    }
    from.earlyHintsHandler(
        hints -> {
          HttpServerResponse to = client.response();
          // A hint may be lost; a backend that never ends giving hints must not fill the heap.
          if (isWaiting(to) && !to.writeQueueFull()) {
            MultiMap relayed = MultiMap.caseInsensitiveMultiMap();
            Forwarding.interim(hints, relayed);
            to.writeEarlyHints(relayed);
          }
        });
  }

  /** Tells the client to go on with its body when the backend says so. */
  static void relayContinue(HttpClientRequest from, HttpServerRequest client) {
    from.continueHandler(
        _ -> {
          if (isWaiting(client.response())) {
            client.response().writeContinue();
          }
        });
  }

  private static boolean isWaiting(HttpServerResponse to) {
    return !to.headWritten() && !to.ended() && !to.closed();
  }

  /** Sets the response's trailers, if there are any and the client can take them. */
  static void relayTrailers(HttpClientResponse from, HttpServerRequest client) {
    MultiMap trailers = from.trailers();
    if (trailers == null || trailers.isEmpty() || !takesTrailers(client)) {
      return;
    }
    HttpServerResponse to = client.response();
    if (Farewell.isHttp2(client) || to.isChunked()) {
      Forwarding.trailers(trailers, to.trailers());
    }
  }

  /** Clients of HTTP/2 always do, as their framing needs no preparation for it. */
  static boolean takesTrailers(HttpServerRequest client) {
    if (Farewell.isHttp2(client)) {
      return true;
    }
    String te = client.headers().get(TE);
    return te != null && te.toLowerCase(Locale.ROOT).contains("trailers");
  }
}
