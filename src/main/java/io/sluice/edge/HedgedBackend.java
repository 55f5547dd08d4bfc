package io.sluice.edge;

import io.sluice.exchange.Exchange;
import io.sluice.exchange.Idempotence;
import io.sluice.retry.Hedge;
import io.vertx.core.http.HttpServerRequest;

/**
 * A backend whose slow reads are asked for a second time beside the first, as one event loop sees
 * it.
 *
 * @param hedge whether and when; shared by all loops
 * @param times what its answers have taken of late; this loop's own
 */
record HedgedBackend(LoopContext loop, Upstream upstream, Hedge hedge, HedgeTimes times)
    implements Backend {

  @Override
  public BackendCall call(
      HttpServerRequest request, Exchange exchange, Tries tries, BackendCall.Listener listener) {
    boolean simple =
        exchange.idempotence() == Idempotence.SAFE
            && !RequestBody.isAnnounced(request)
            && !isAskedForStream(request, exchange);
    return simple
        ? new HedgedCall(this, request, exchange, tries, listener)
        : upstream.call(request, exchange, tries, listener);
  }

  @Override
  public boolean isAskedForStream(HttpServerRequest request, Exchange exchange) {
    return upstream.isAskedForStream(request, exchange);
  }
}
