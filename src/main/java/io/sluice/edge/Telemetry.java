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
import io.sluice.spi.Answer;
import io.sluice.time.Deadline;
import io.vertx.core.http.HttpServerRequest;

/**
 * A route of loss-tolerant work: the caller has its 202 as soon as its body is here, and what the
 * workers cannot take is dropped and counted. Such work holds no permits: its lane's backlog is its
 * bound, and its lane serves nothing else.
 */
final class Telemetry {
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
    CollectedBody.of(
        request,
        workers.maxBodyBytes(),
        body -> accept(request, exchange, body),
        () -> end(request, exchange, new Outcome.Failed(Reason.BODY_TOO_LARGE)));
  }

  private void accept(HttpServerRequest request, Exchange exchange, byte[] body) {
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
    end(request, exchange, new Outcome.Taken());
  }

  private void end(HttpServerRequest request, Exchange exchange, Outcome outcome) {
    var reply =
        outcome instanceof Outcome.Failed(Reason reason) ? Replies.failed(reason) : Replies.taken();
    ReplyWriter.write(request, reply, false, false);
    route.meters().ended(exchange, outcome, loop.now());
  }
}
