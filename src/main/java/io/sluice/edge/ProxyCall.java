package io.sluice.edge;

import static java.util.Objects.requireNonNull;

import io.sluice.exchange.Exchange;
import io.sluice.exchange.Reason;
import io.sluice.journey.Action;
import io.sluice.observe.BackendMeters;
import io.sluice.time.DeadlineHeader;
import io.vertx.core.AsyncResult;
import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * One exchange with an HTTP backend: bytes move on the event loop, both ways no faster than the
 * slower side takes them. It holds its permit until the loop's next turn after the last byte or the
 * reset, when the connection is back in the pool.
 */
final class ProxyCall implements BackendCall {
  static final CharSequence REQUEST_ID = HttpHeaders.createOptimized("x-request-id");

  private final LoopContext loop;
  private final HttpClientAgent client;
  private final Turn turn;
  private final BackendMeters meters;
  private final Upstream.Settings settings;
  private final HttpServerRequest request;
  private final Exchange exchange;
  private final Listener listener;

  private @Nullable HttpClientRequest upstream;
  private @Nullable HttpClientResponse answer;
  private @Nullable RequestBody body;
  private long forwardMillis;
  private boolean settled;

  ProxyCall(
      LoopContext loop,
      HttpClientAgent client,
      Turn turn,
      BackendMeters meters,
      Upstream.Settings settings,
      HttpServerRequest request,
      Exchange exchange,
      Listener listener) {
    this.loop = loop;
    this.client = client;
    this.turn = turn;
    this.meters = meters;
    this.settings = settings;
    this.request = request;
    this.exchange = exchange;
    this.listener = listener;
  }

  @Override
  public void start(Action.Attempt attempt) {
    forwardMillis = attempt.forwardMillis();
    connect();
  }

  private void connect() {
    Endpoint endpoint = turn.endpoint();
    client
        .request(
            new RequestOptions()
                .setServer(endpoint.address())
                .setHost(endpoint.host())
                .setPort(endpoint.port())
                .setMethod(request.method())
                .setURI(request.uri()))
        .onComplete(this::connected);
  }

  private void connected(AsyncResult<HttpClientRequest> connected) {
    if (connected.failed()) {
      // Nothing has been sent: another endpoint may have it, as long as somebody wants the answer.
      if (!settled && turn.goOn()) {
        meters.failedOver();
        connect();
        return;
      }
      if (!settled) {
        settled = true;
        listener.failed(Reason.CONNECT_FAILED);
      }
      listener.over();
      return;
    }
    HttpClientRequest opened = connected.result();
    upstream = opened;
    opened.exceptionHandler(this::broken);
    if (settled) {
      // Cancelled while connecting: nothing has been sent, so the connection goes back unharmed.
      opened.reset();
      overOnNextTurn();
      return;
    }
    fillHeaders(opened.headers());
    opened.response().onComplete(this::headReceived);
    body = new RequestBody(loop, request, opened, settings.body(), this::fail);
    body.start();
  }

  private void fillHeaders(MultiMap headers) {
    Forwarding.request(request, headers, exchange.caller().forwards());
    headers.set(REQUEST_ID, exchange.id());
    for (DeadlineHeader header : settings.deadlineHeaders()) {
      if (header == DeadlineHeader.REQUEST_TIMEOUT_MS || headers.contains(header.headerName())) {
        headers.set(header.headerName(), header.format(forwardMillis));
      }
    }
  }

  private void headReceived(AsyncResult<HttpClientResponse> received) {
    if (received.failed()) {
      broken(received.cause());
      return;
    }
    if (settled) {
      return;
    }
    HttpClientResponse head = received.result();
    if (head.statusCode() < 200) {
      fail(Reason.UPSTREAM_INVALID);
      return;
    }
    answer = head;
    head.exceptionHandler(this::broken);
    listener.head(head.statusCode());
  }

  @Override
  public void relay(boolean lastOnConnection) {
    HttpClientResponse from = requireNonNull(answer);
    requireNonNull(body).takeYourTime();
    HttpServerResponse to = request.response();
    to.setStatusCode(from.statusCode());
    Forwarding.response(from.headers(), to.headers());
    to.headers().set(REQUEST_ID, exchange.id());
    if (hasBody(from) && !to.headers().contains(HttpHeaders.CONTENT_LENGTH)) {
      to.setChunked(request.version() != HttpVersion.HTTP_1_0);
    }
    // After an early answer the rest of the request's body is not wanted, and cannot be skipped
    // over.
    if (lastOnConnection || !requireNonNull(body).isDone()) {
      to.headers().set(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    }
    Handler<Void> goOn = _ -> from.resume();
    from.handler(
        chunk -> {
          to.write(chunk);
          if (to.writeQueueFull()) {
            from.pause();
            to.drainHandler(goOn);
          }
        });
    from.endHandler(_ -> complete(to));
  }

  private boolean hasBody(HttpClientResponse from) {
    int status = from.statusCode();
    return !HttpMethod.HEAD.equals(request.method()) && status != 204 && status != 304;
  }

  private void complete(HttpServerResponse to) {
    if (settled) {
      return;
    }
    settled = true;
    boolean early = !requireNonNull(body).isDone();
    if (early) {
      requireNonNull(body).stop();
      requireNonNull(upstream).reset();
    }
    boolean closes = to.headers().contains(HttpHeaders.CONNECTION, HttpHeaders.CLOSE, true);
    var written = to.end();
    if (closes) {
      written.onComplete(_ -> request.connection().close());
    }
    listener.delivered();
    overOnNextTurn();
  }

  private void broken(Throwable cause) {
    if (answer != null) {
      fail(Reason.UPSTREAM_TRUNCATED);
    } else {
      fail(
          cause instanceof HttpClosedException || cause instanceof IOException
              ? Reason.UPSTREAM_RESET
              : Reason.UPSTREAM_INVALID);
    }
  }

  private void fail(Reason reason) {
    if (settled) {
      return;
    }
    cancel();
    listener.failed(reason);
  }

  @Override
  public void cancel() {
    if (settled) {
      return;
    }
    settled = true;
    if (body != null) {
      body.stop();
    }
    // Still connecting: an acquire cannot be cancelled, so its permit is held until it is through.
    if (upstream != null) {
      upstream.reset();
      overOnNextTurn();
    }
  }

  @Override
  public boolean touchedBackend() {
    return body != null;
  }

  private void overOnNextTurn() {
    loop.context().runOnContext(_ -> listener.over());
  }
}
