package io.sluice.edge;

import static java.util.Objects.requireNonNull;

import io.sluice.admit.Lane;
import io.sluice.balance.Result;
import io.sluice.exchange.Reason;
import io.sluice.journey.Event;
import io.sluice.journey.Repeat;
import io.sluice.retry.Trigger;
import io.vertx.core.AsyncResult;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import org.jspecify.annotations.Nullable;

/**
 * One exchange with a target of a fan-out, whose answer is of interest for its status, and for
 * being whole. One loop.
 */
final class TargetExchange {
  private final LoopContext loop;
  private final FanoutBackend.Target target;
  private final TargetCall.Facts facts;
  private final Tries tries;
  private final Turn turn;
  private final long forwardMillis;
  private final Listener listener;

  private @Nullable HttpClientRequest upstream;
  private boolean reused;
  private boolean answering;
  private boolean settled;

  /** Who is told how it goes. */
  interface Listener {
    /** It has been answered whole. */
    void answered(Event.HeadReceived head);

    void failed(Reason reason, @Nullable Trigger trigger);

    /** It holds nothing any more; exactly once. */
    void over();
  }

  TargetExchange(
      LoopContext loop,
      FanoutBackend.Target target,
      TargetCall.Facts facts,
      Tries tries,
      long forwardMillis,
      Listener listener) {
    this.loop = loop;
    this.target = target;
    this.facts = facts;
    this.tries = tries;
    this.turn = tries.turn();
    this.forwardMillis = forwardMillis;
    this.listener = listener;
  }

  void start() {
    turn.begun(loop.now());
    HttpServerRequest request = facts.request();
    String uri = target.path() == null ? request.uri() : target.path();
    target
        .upstream()
        .open(tries.connections(), turn.endpoint(), request.method(), uri)
        .onComplete(this::connected);
  }

  private void connected(AsyncResult<HttpClientRequest> connected) {
    if (connected.failed()) {
      turn.ended(Breaks.connecting(connected.cause()), loop.now());
      if (!settled) {
        settled = true;
        listener.failed(Reason.CONNECT_FAILED, Trigger.CONNECT_FAILURE);
      }
      listener.over();
      return;
    }
    HttpClientRequest opened = connected.result();
    upstream = opened;
    opened.exceptionHandler(this::broken);
    if (settled) {
      opened.reset(Http2Call.CANCEL);
      overOnNextTurn();
      return;
    }
    reused = Reuse.of(opened);
    fillHeaders(opened);
    opened.send(facts.body()).onComplete(this::head);
  }

  private void fillHeaders(HttpClientRequest opened) {
    MultiMap headers = opened.headers();
    Forwarding.request(facts.request(), headers, facts.exchange().caller().forwards());
    headers.remove(HttpHeaders.TRANSFER_ENCODING);
    headers.remove(HttpHeaders.EXPECT);
    headers.set(HttpHeaders.CONTENT_LENGTH, Integer.toString(facts.body().length()));
    headers.set(ProxyCall.REQUEST_ID, facts.exchange().id());
    target.upstream().settings().tellTimeLeft(headers, forwardMillis);
    if (opened.version() == HttpVersion.HTTP_2) {
      Http2Call.address(opened, false);
    }
  }

  private void head(AsyncResult<HttpClientResponse> received) {
    if (received.failed()) {
      broken(received.cause());
      return;
    }
    if (settled) {
      return;
    }
    answering = true;
    HttpClientResponse response = received.result();
    turn.answered(response.statusCode(), loop.now());
    response.exceptionHandler(this::broken);
    response.endHandler(_ -> whole(response));
    response.resume();
  }

  private void whole(HttpClientResponse response) {
    if (settled) {
      return;
    }
    settled = true;
    long nowNanos = loop.now();
    turn.ended(Result.SUCCESS, nowNanos);
    listener.answered(
        new Event.HeadReceived(
            response.statusCode(),
            Lane.NOT_MEASURED,
            ResponseHead.retryAdvice(response),
            response.statusCode() < 400 ? Repeat.IMPOSSIBLE : tries.repeat()));
    overOnNextTurn();
  }

  private void broken(Throwable cause) {
    if (settled) {
      return;
    }
    Reason reason = answering ? Reason.UPSTREAM_TRUNCATED : Breaks.beforeHead(cause, upstream);
    Trigger trigger = answering ? Trigger.RESET : Breaks.trigger(reason, reused);
    if (trigger == Trigger.STALE_CONNECTION) {
      tries.metStale();
      turn.left(); // an old connection says nothing of its endpoint
    }
    turn.ended(Turn.resultOf(reason), loop.now());
    cancel(false);
    listener.failed(reason, trigger);
  }

  /**
   * Nobody wants its answer any more. Idempotent.
   *
   * @param forSilence as it has taken too long
   */
  void cancel(boolean forSilence) {
    if (settled) {
      return;
    }
    settled = true;
    turn.ended(forSilence && !answering ? Result.TIMEOUT : Result.NEUTRAL, loop.now());
    if (upstream == null) {
      return; // an acquire cannot be cancelled
    }
    HttpClientRequest dropped = requireNonNull(upstream);
    if (dropped.version() == HttpVersion.HTTP_2) {
      dropped.reset(Http2Call.CANCEL);
    } else {
      new StreamConnection(dropped.connection()).cut();
    }
    overOnNextTurn();
  }

  /** Whether the target may have seen something of it. */
  boolean isSent() {
    return upstream != null;
  }

  private void overOnNextTurn() {
    loop.context().runOnContext(_ -> listener.over());
  }
}
