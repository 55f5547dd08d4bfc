package io.sluice.edge;

import io.sluice.exchange.Exchange;
import io.sluice.journey.BackendPolicies;
import io.sluice.observe.BackendMeters;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Several backends that all get each request, as one event loop sees them.
 *
 * @param rule how many have to succeed
 * @param body what a request's body may take; all of it is held until the last target is over
 */
record FanoutBackend(
    LoopContext loop,
    FanoutOptions.Rule rule,
    List<Target> targets,
    BodyLimits body,
    BackendMeters meters)
    implements Backend {

  /**
   * Who gets it.
   *
   * @param upstream this loop's own
   * @param policies shared by all loops, and with the routes that call this backend alone
   * @param path null for the request's own
   * @param timeoutNanos its share of the time at most
   */
  record Target(
      String name,
      Upstream upstream,
      BackendPolicies policies,
      @Nullable String path,
      long timeoutNanos) {}

  @Override
  public BackendCall call(
      HttpServerRequest request, Exchange exchange, Tries tries, BackendCall.Listener listener) {
    return new FanoutCall(this, request, exchange, listener);
  }
}
