package io.sluice.edge;

import io.sluice.dispatch.BoundedExecutor;
import io.sluice.exchange.Exchange;
import io.sluice.spi.BlockingBackend;
import io.vertx.core.http.HttpServerRequest;

/**
 * A backend in this process, run by the lane's bounded workers and never on an event loop.
 *
 * @param loop where its answers come back to
 * @param executor the lane's workers
 * @param backend the blocking code
 * @param faults where what it throws is said
 * @param body what a request's body may take
 */
record WorkerBackend(
    LoopContext loop,
    BoundedExecutor executor,
    BlockingBackend backend,
    BackendFaults faults,
    BodyLimits body)
    implements Backend {

  @Override
  public BackendCall call(
      HttpServerRequest request, Exchange exchange, Tries tries, BackendCall.Listener listener) {
    return new WorkerCall(this, request, exchange, listener);
  }
}
