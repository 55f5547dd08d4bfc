package io.sluice.edge;

import io.sluice.classify.Overflow;
import io.sluice.dispatch.Ending;
import io.sluice.dispatch.Overload;
import io.sluice.dispatch.Submission;
import io.sluice.dispatch.Task;
import io.sluice.exchange.Exchange;
import io.sluice.exchange.Outcome;
import io.sluice.exchange.Reason;
import io.sluice.respond.Replies;
import io.sluice.respond.Reply;
import io.sluice.spi.Answer;
import io.sluice.time.Deadline;
import io.vertx.core.http.HttpServerRequest;

/**
 * A route of loss-tolerant work: the caller has its 202 as soon as its body is here, and what the
 * workers cannot take is dropped and counted. Such work holds no permits: its lane's backlog is its
 * bound, and its lane serves nothing else.
 */
final class Telemetry {
  private static final long NO_TIMER = -1;

  private final LoopContext loop;
  private final DoorPlan.SharedRoute route;
  private final WorkerBackend workers;
  private final Overload overload;
  private final Arrivals arrivals;

  Telemetry(
      LoopContext loop, Arrivals arrivals, DoorPlan.SharedRoute route, WorkerBackend workers) {
    this.loop = loop;
    this.route = route;
    this.workers = workers;
    this.arrivals = arrivals;
    this.overload =
        route.plan().overflow() == Overflow.DISCARD_OLDEST
            ? Overload.DISCARD_OLDEST
            : Overload.DISCARD;
  }

  void take(HttpServerRequest request) {
    Exchange exchange = arrivals.classify(request, route.plan(), loop.now());
    route.meters().started(exchange, exchange.startNanos());
    new Taking(request, exchange).begin();
  }

  /** One request while its body comes in. */
  private final class Taking {
    private final HttpServerRequest request;
    private final Exchange exchange;
    private long timer = NO_TIMER;
    private boolean ended;

    Taking(HttpServerRequest request, Exchange exchange) {
      this.request = request;
      this.exchange = exchange;
    }

    void begin() {
      if (RequestBody.isAnnounced(request)) {
        timer =
            loop.wakeAt(
                exchange.deadline().atNanos(), loop.now(), () -> fail(Reason.DEADLINE_PAST));
        request.response().exceptionHandler(this::broken);
      }
      CollectedBody.of(
          request, workers.maxBodyBytes(), this::whole, () -> fail(Reason.BODY_TOO_LARGE));
    }

    private void broken(Throwable cause) {
      ReplyWriter.garbled(request, cause);
      fail(Reason.CLIENT_GONE);
    }

    private void whole(byte[] body) {
      if (!ended) {
        submit(request, exchange, body);
        end(new Outcome.Taken(), Replies.taken());
      }
    }

    private void fail(Reason reason) {
      if (!ended) {
        end(new Outcome.Failed(reason), Replies.failed(reason));
      }
    }

    private void end(Outcome outcome, Reply reply) {
      ended = true;
      if (timer != NO_TIMER) {
        loop.vertx().cancelTimer(timer);
      }
      ReplyWriter.write(request, reply, false, false);
      route.meters().ended(exchange, outcome, loop.now());
    }
  }

  private void submit(HttpServerRequest request, Exchange exchange, byte[] body) {
    CallFacts facts = CallFacts.of(request, body);
    Deadline deadline = exchange.deadline();
    Submission<Answer> submission =
        workers
            .executor()
            .submit(
                exchange.tier(),
                deadline,
                overload,
                () ->
                    workers
                        .backend()
                        .handle(facts.call(deadline.remainingNanos(loop.now()), () -> false)));
    route.meters().taken();
    if (submission instanceof Submission.Accepted<Answer>(Task<Answer> task)) {
      task.ending()
          .thenAccept(
              ending -> {
                if (ending instanceof Ending.Done<Answer>) {
                  route.meters().completed();
                }
              });
    }
  }
}
