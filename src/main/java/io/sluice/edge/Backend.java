package io.sluice.edge;

import io.sluice.exchange.Exchange;
import io.vertx.core.http.HttpServerRequest;

/** Who answers the requests of a route, as one event loop sees it. */
interface Backend {
  /**
   * A call for this request, not yet started.
   *
   * @param tries what it has in common with the attempts before and after it
   */
  BackendCall call(
      HttpServerRequest request, Exchange exchange, Tries tries, BackendCall.Listener listener);

  /** Whether this request asks for a stream that it could open, or would take one. */
  default boolean isAskedForStream(HttpServerRequest request, Exchange exchange) {
    return false;
  }
}
