package io.sluice.edge;

import static java.util.Objects.requireNonNull;

import io.sluice.classify.StreamOptions;
import io.sluice.exchange.Exchange;
import io.sluice.exchange.Reason;
import io.sluice.websocket.Handshake;
import io.vertx.core.AsyncResult;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.NetSocket;
import org.jspecify.annotations.Nullable;

/**
 * One WebSocket. Its opening handshake is an exchange like any other, and so is what a backend
 * answers that does not want it; from the 101 on it is a {@link Tunnel}.
 */
final class WebSocketCall extends ProxyCall implements Tunnel.Listener {
  private static final CharSequence UPGRADE = HttpHeaders.createOptimized("upgrade");
  private static final CharSequence WEBSOCKET = HttpHeaders.createOptimized("websocket");
  private static final CharSequence KEY = HttpHeaders.createOptimized("sec-websocket-key");
  private static final CharSequence ACCEPT = HttpHeaders.createOptimized("sec-websocket-accept");

  /** How long what has come may take to be taken once the other end is gone. */
  private static final long TAIL_MILLIS = 5_000;

  private final StreamOptions limits;

  private @Nullable NetSocket backend;
  private @Nullable StreamConnection clients;
  private @Nullable StreamConnection backends;
  private @Nullable Tunnel tunnel;
  private long tailTimer;
  private boolean sent;
  private boolean ending;

  WebSocketCall(
      LoopContext loop,
      Upstream upstream,
      Tries tries,
      Upstream.Settings settings,
      HttpServerRequest request,
      Exchange exchange,
      Listener listener) {
    super(loop, upstream, true, tries, settings, request, exchange, listener);
    this.limits = requireNonNull(settings.streams().get(exchange.route()));
  }

  /** Whether the request, which has no flaw, is an opening handshake. */
  static boolean isAskedFor(HttpServerRequest request) {
    return request.version() == HttpVersion.HTTP_1_1
        && Handshake.isAsked(
            request.headers().getAll(HttpHeaders.CONNECTION), request.headers().getAll(UPGRADE));
  }

  @Override
  void fillHeaders(MultiMap headers) {
    super.fillHeaders(headers);
    upgrade(headers);
  }

  private static void upgrade(MultiMap headers) {
    headers.set(HttpHeaders.CONNECTION, UPGRADE);
    headers.set(UPGRADE, WEBSOCKET);
  }

  @Override
  void send(HttpClientRequest opened) {
    sent = true;
    opened.connect().onComplete(this::headReceived);
  }

  @Override
  void received(HttpClientResponse head) {
    if (head.statusCode() != 101) {
      super.received(head);
      return;
    }
    boolean accepted =
        Handshake.isAccepted(
            requireNonNull(request.headers().get(KEY)),
            head.headers().getAll(HttpHeaders.CONNECTION),
            head.headers().getAll(UPGRADE),
            head.headers().getAll(ACCEPT));
    if (!accepted) {
      fail(Reason.UPSTREAM_INVALID);
      return;
    }
    answer = head;
    becomesStream();
    backends = new StreamConnection(requireNonNull(upstream).connection());
    backend = head.netSocket().pause();
    listener.answered();
    listener.streamHead(head.statusCode());
  }

  @Override
  public void relay(boolean lastOnConnection) {
    HttpClientResponse head = requireNonNull(answer);
    if (backend == null) {
      super.relay(lastOnConnection);
      return;
    }
    MultiMap headers = request.response().headers();
    Forwarding.response(head.version(), head.headers(), headers);
    headers.remove(HttpHeaders.CONTENT_LENGTH);
    headers.set(REQUEST_ID, exchange.id());
    upgrade(headers);
    new StreamConnection(request.connection()).mayBeQuiet();
    HeapReads.install(request.connection());
    request.toNetSocket().onComplete(this::upgraded);
  }

  private void upgraded(AsyncResult<NetSocket> upgraded) {
    if (upgraded.failed()) {
      fail(Reason.CLIENT_GONE);
      return;
    }
    settled = true; // it is the tunnel's from here on
    NetSocket client = upgraded.result();
    clients = new StreamConnection(client);
    int mask = (int) (long) (settings.randomness().draw() * (1L << 32));
    tunnel = new Tunnel(loop.context(), client, requireNonNull(backend), limits, mask, this);
    tunnel.open();
  }

  @Override
  public void endStream(Reason reason) {
    if (tunnel != null) {
      tunnel.goAway(reason);
    }
  }

  @Override
  public void cancel() {
    if (tunnel == null) {
      super.cancel();
    } else if (!ending) {
      cut();
    }
  }

  private void cut() {
    requireNonNull(clients).cut();
    requireNonNull(backends).cut();
  }

  /** A connection whose upgrade came to nothing is of no further use. */
  @Override
  void dropUpstream() {
    requireNonNull(upstream).connection().close();
  }

  @Override
  public boolean touchedBackend() {
    return sent;
  }

  @Override
  public long tunnelledIn() {
    return tunnel == null ? 0 : tunnel.bytesIn();
  }

  @Override
  public long tunnelledOut() {
    return tunnel == null ? 0 : tunnel.bytesOut();
  }

  @Override
  public void moved() {
    listener.moved();
  }

  @Override
  public void faulty(Reason reason) {
    listener.faulty(reason);
  }

  @Override
  public void ending(@Nullable Reason reason) {
    ending = true;
    tailTimer = loop.vertx().setTimer(TAIL_MILLIS, _ -> cut());
    if (reason == null) {
      listener.delivered();
    } else {
      listener.failed(reason);
    }
  }

  @Override
  public void over() {
    loop.vertx().cancelTimer(tailTimer);
    overOnNextTurn();
  }
}
