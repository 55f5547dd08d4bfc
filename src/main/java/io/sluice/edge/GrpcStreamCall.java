package io.sluice.edge;

import io.sluice.exchange.Exchange;
import io.sluice.exchange.Reason;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/**
 * One gRPC call of a route whose calls are streams. It is one from when it is sent: a backend may
 * say nothing, not even a head, before the client has said the last it has to say.
 */
final class GrpcStreamCall extends ProxyCall {
  private static final int OK = 200;

  private boolean lastOnConnection;

  GrpcStreamCall(
      LoopContext loop,
      Upstream backend,
      boolean longLived,
      Tries tries,
      Upstream.Settings settings,
      HttpServerRequest request,
      Exchange exchange,
      Listener listener) {
    super(loop, backend, longLived, tries, settings, request, exchange, listener);
  }

  /** The time of a stream is between its two ends: what the client says of it goes on as it is. */
  @Override
  void tellTimeLeft(MultiMap headers) {}

  @Override
  RequestBody bodyTo(HttpClientRequest opened) {
    return new RequestBody(loop, request, opened, settings.body().withoutSize(), tries, this::fail)
        .telling(listener::moved);
  }

  @Override
  void send(HttpClientRequest opened) {
    super.send(opened);
    if (!settled) {
      if (body != null) {
        body.takeYourTime();
      }
      listener.streamHead(OK);
    }
  }

  @Override
  void received(HttpClientResponse head) {
    if (take(head)) {
      becomesStream();
      listener.answered();
      listener.moved();
      super.relay(lastOnConnection);
    }
  }

  /** There is nothing to pass on yet, but from now on it may take its time. */
  @Override
  public void relay(boolean last) {
    lastOnConnection = last;
    mayBeQuiet();
  }

  @Override
  @Nullable Runnable onMoved() {
    return listener::moved;
  }

  @Override
  public void endStream(Reason reason) {
    if (settled) {
      return;
    }
    settle();
    dropUpstream();
    if (!GrpcEnd.say(request, reason, lastOnConnection)) {
      Farewell.cutOff(request, loop.context());
    }
    listener.delivered();
    overOnNextTurn();
  }
}
