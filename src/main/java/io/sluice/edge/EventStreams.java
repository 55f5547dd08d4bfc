package io.sluice.edge;

import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;

/** How a stream of server-sent events is told from an answer that ends by itself. */
final class EventStreams {
  private static final String TYPE = "text/event-stream";

  private EventStreams() {}

  /** Whether the request would take one. */
  static boolean isAcceptable(HttpServerRequest request) {
    String accept = request.headers().get(HttpHeaders.ACCEPT);
    return accept != null && accept.contains(TYPE);
  }

  /** Whether the response is one; what has a length ends by itself. */
  static boolean isOne(HttpServerRequest request, HttpClientResponse response) {
    String type = response.headers().get(HttpHeaders.CONTENT_TYPE);
    return type != null
        && response.statusCode() == 200
        && !response.headers().contains(HttpHeaders.CONTENT_LENGTH)
        && type.regionMatches(true, 0, TYPE, 0, TYPE.length())
        && !HttpMethod.HEAD.equals(request.method());
  }
}
