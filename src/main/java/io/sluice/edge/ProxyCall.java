package io.sluice.edge;

import static java.util.Objects.requireNonNull;

import io.sluice.admit.Lane;
import io.sluice.balance.Result;
import io.sluice.exchange.Exchange;
import io.sluice.exchange.Reason;
import io.sluice.journey.Action;
import io.sluice.journey.Repeat;
import io.sluice.retry.Trigger;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import org.jspecify.annotations.Nullable;

/**
 * One exchange with an HTTP backend: bytes move on the event loop, both ways no faster than the
 * slower side takes them. It holds its permit until the loop's next turn after the last byte or the
 * reset, when the connection is back in the pool.
 */
class ProxyCall implements BackendCall {
  static final CharSequence REQUEST_ID = HttpHeaders.createOptimized("x-request-id");

  final LoopContext loop;
  private final Upstream backend;
  private final boolean longLived;
  final Tries tries;
  private final Turn turn;
  final Upstream.Settings settings;
  final HttpServerRequest request;
  final Exchange exchange;
  final Listener listener;

  @Nullable HttpClientRequest upstream;
  @Nullable HttpClientResponse answer;
  @Nullable RequestBody body;
  private @Nullable ResponseBody answerBody;
  private boolean sent;
  private @Nullable StreamConnection quiet;
  private long forwardMillis;
  private boolean closes;
  private boolean isEvents;

  /** Whether its connection has had a request before. */
  private boolean wasReused;

  boolean settled;

  ProxyCall(
      LoopContext loop,
      Upstream backend,
      boolean longLived,
      Tries tries,
      Upstream.Settings settings,
      HttpServerRequest request,
      Exchange exchange,
      Listener listener) {
    this.loop = loop;
    this.backend = backend;
    this.longLived = longLived;
    this.tries = tries;
    this.turn = tries.turn();
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
    turn.begun(loop.now());
    backend
        .open(connections(), turn.endpoint(), request.method(), request.uri())
        .onComplete(this::connected);
  }

  private Upstream.Connections connections() {
    if (longLived) {
      return Upstream.Connections.OF_STREAMS;
    }
    return tries.connections();
  }

  private void connected(AsyncResult<HttpClientRequest> connected) {
    if (connected.failed()) {
      long nowNanos = loop.now();
      turn.ended(Breaks.connecting(connected.cause()), nowNanos);
      // Nothing has been sent: another endpoint may have it, as long as somebody wants the answer.
      if (!settled && turn.goOn(nowNanos)) {
        backend.meters().failedOver();
        connect();
        return;
      }
      if (!settled) {
        settled = true;
        listener.failed(Reason.CONNECT_FAILED, Trigger.CONNECT_FAILURE);
      }
      listener.over();
      return;
    }
    HttpClientRequest opened = connected.result();
    upstream = opened;
    wasReused = Reuse.of(opened);
    opened.exceptionHandler(this::broken);
    if (settled) {
      // Cancelled while connecting: nothing has been sent, so the connection goes back unharmed.
      opened.reset(Http2Call.CANCEL);
      overOnNextTurn();
      return;
    }
    fillHeaders(opened.headers());
    if (opened.version() == HttpVersion.HTTP_2) {
      Http2Call.address(opened, Interim.takesTrailers(request));
    }
    Interim.relayHints(opened, request);
    send(opened);
  }

  /** Sends the head, and the body as it comes. */
  void send(HttpClientRequest opened) {
    sent = true;
    opened.response().onComplete(this::headReceived);
    if (!RequestBody.isAnnounced(request)) {
      opened.end();
      return;
    }
    var passed = bodyTo(opened);
    body = passed;
    passed.start();
    if (!passed.isDone()) {
      loop.context().runOnContext(_ -> passed.sendHead());
    }
  }

  RequestBody bodyTo(HttpClientRequest opened) {
    return new RequestBody(loop, request, opened, settings.body(), tries, this::fail);
  }

  void fillHeaders(MultiMap headers) {
    Forwarding.request(request, headers, exchange.caller().forwards());
    headers.set(REQUEST_ID, exchange.id());
    tellTimeLeft(headers);
  }

  void tellTimeLeft(MultiMap headers) {
    settings.tellTimeLeft(headers, forwardMillis);
  }

  final void headReceived(AsyncResult<HttpClientResponse> received) {
    if (received.failed()) {
      broken(received.cause());
      return;
    }
    if (settled) {
      return;
    }
    received(received.result());
  }

  void received(HttpClientResponse head) {
    if (!take(head)) {
      return;
    }
    isEvents = EventStreams.isOne(request, head);
    if (isEvents) {
      becomesStream();
      listener.answered();
      listener.streamHead(head.statusCode());
    } else {
      listener.head(head.statusCode(), Lane.NOT_MEASURED, ResponseHead.retryAdvice(head));
    }
  }

  /** Whether it is the head of an answer, which it is from now on. */
  final boolean take(HttpClientResponse head) {
    if (head.statusCode() < 200) {
      fail(Reason.UPSTREAM_INVALID);
      return false;
    }
    answer = head;
    head.exceptionHandler(this::broken);
    turn.answered(head.statusCode(), loop.now());
    backend.reported(head.headers().get(LoadReport.HEADER));
    return true;
  }

  /** It is nothing in flight any more, as far as the choice of endpoints goes. */
  final void becomesStream() {
    turn.ended(Result.SUCCESS, loop.now());
  }

  @Override
  public void relay(boolean lastOnConnection) {
    HttpClientResponse from = requireNonNull(answer);
    if (body != null) {
      body.takeYourTime();
    }
    HttpServerResponse to = request.response();
    closes = ResponseHead.fill(request, from, exchange.id(), lastOnConnection, isBodySent());
    if (isEvents) {
      mayBeQuiet();
    }
    AnswerCopy copy = isEvents ? null : listener.copy();
    if (copy != null && !ResponseBody.showsItsEnd(from, request)) {
      copy = null; // it may be half of one
    }
    var passed = new ResponseBody(from, request, onMoved(), copy, last -> complete(to, last));
    answerBody = passed;
    passed.start();
    if (ResponseBody.follows(from, request)) {
      loop.context().runOnContext(_ -> passed.sendHead());
    }
  }

  /** Runs with everything that comes; null for nothing. */
  @Nullable Runnable onMoved() {
    return isEvents ? listener::moved : null;
  }

  /** From now on its stream's silence is not its connection's. */
  final void mayBeQuiet() {
    quiet = new StreamConnection(request.connection());
    quiet.mayBeQuiet();
  }

  /** Nothing more is told of it but that it is over. */
  final void settle() {
    settled = true;
    turn.left();
    if (quiet != null) {
      quiet.mayNotBeQuiet();
    }
    if (answerBody != null) {
      answerBody.stop();
    }
  }

  @Override
  public void endStream(Reason reason) {
    if (!settled) {
      complete(request.response(), null);
      requireNonNull(upstream).reset(Http2Call.CANCEL);
    }
  }

  private boolean isBodySent() {
    return body == null ? sent : body.isDone();
  }

  /**
   * The rest is not wanted, either way. A connection of HTTP/1 is of no further use: the next
   * request on it would be taken for the rest of this one. It is cut, as closing it would wait
   * until a backend that has stopped reading has read what was written.
   */
  void dropUpstream() {
    if (body != null) {
      body.stop();
    }
    HttpClientRequest dropped = requireNonNull(upstream);
    if (dropped.version() == HttpVersion.HTTP_2) {
      dropped.reset(Http2Call.CANCEL);
    } else {
      new StreamConnection(dropped.connection()).cut();
    }
  }

  private void complete(HttpServerResponse to, @Nullable Buffer last) {
    if (settled) {
      return;
    }
    turn.ended(Result.SUCCESS, loop.now());
    settle();
    boolean early = !isBodySent();
    if (early) {
      dropUpstream();
    }
    Interim.relayTrailers(requireNonNull(answer), request);
    Future<Void> written = last == null ? to.end() : to.end(last);
    if (closes) {
      Farewell.close(request, written);
    }
    if (early) {
      Farewell.stopReading(request, written);
    }
    listener.delivered();
    overOnNextTurn();
  }

  final void broken(Throwable cause) {
    if (answer == null) {
      Reason reason = Breaks.beforeHead(cause, upstream);
      fail(reason, Breaks.trigger(reason, wasReused));
    } else {
      fail(Reason.UPSTREAM_TRUNCATED);
    }
  }

  final void fail(Reason reason) {
    fail(reason, null);
  }

  private void fail(Reason reason, @Nullable Trigger trigger) {
    if (settled) {
      return;
    }
    if (trigger == Trigger.STALE_CONNECTION) {
      tries.metStale();
      turn.left(); // an old connection says nothing of its endpoint
    }
    turn.ended(Turn.resultOf(reason), loop.now());
    cancel();
    listener.failed(reason, trigger);
  }

  /**
   * A backend that has not been told everything yet is not to blame for its silence, and one that
   * has begun to answer has not been silent.
   */
  @Override
  public void endsFor(Reason reason) {
    if (answer == null && (upstream == null || isBodySent())) {
      turn.ended(Turn.resultOf(reason), loop.now());
    }
  }

  @Override
  public void cancel() {
    if (settled) {
      return;
    }
    settle();
    // Still connecting: an acquire cannot be cancelled, so its permit is held until it is through.
    if (upstream != null) {
      dropUpstream();
      overOnNextTurn();
    }
  }

  @Override
  public void discard() {
    if (settled || !isBodySent()) {
      cancel();
      return;
    }
    settle();
    Discard.begin(
        loop,
        requireNonNull(answer),
        this::overOnNextTurn,
        () -> {
          dropUpstream();
          overOnNextTurn();
        });
  }

  @Override
  public boolean touchedBackend() {
    return sent;
  }

  @Override
  public Repeat repeat() {
    return tries.repeat();
  }

  @Override
  public String endpoint() {
    return turn.endpoint().text();
  }

  final void overOnNextTurn() {
    loop.context().runOnContext(_ -> listener.over());
  }
}
