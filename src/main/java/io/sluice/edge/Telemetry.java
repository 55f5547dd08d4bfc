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
import io.sluice.time.TimerWheel;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * A route of loss-tolerant work: the caller has its 202 as soon as its body is here, and what the
 * workers cannot take is dropped and counted. Such work holds no permits: its lane's workers and
 * backlog are its bound, of bodies on their way as well as of work, and its lane serves nothing
 * else.
 */
final class Telemetry {
  private final LoopContext loop;
  private final DoorPlan.SharedRoute route;
  private final WorkerBackend workers;
  private final DoorState door;
  private final Overload overload;
  private final RequestLog log;
  private final Semaphore places;

  Telemetry(
      LoopContext loop,
      DoorState door,
      DoorPlan.SharedRoute route,
      WorkerBackend workers,
      RequestLog log) {
    this.log = log;
    this.door = door;
    this.loop = loop;
    this.route = route;
    this.workers = workers;
    this.places = door.collecting(route.plan().name(), workers.executor().places());
    this.overload =
        route.plan().overflow() == Overflow.DISCARD_OLDEST
            ? Overload.DISCARD_OLDEST
            : Overload.DISCARD;
  }

  void take(HttpServerRequest request, Exchange exchange) {
    new Item(request, exchange).take();
  }

  /** One request, ended once. */
  private final class Item {
    private final HttpServerRequest request;
    private final Exchange exchange;
    private final Trace trace = new Trace();
    private TimerWheel.@Nullable Timer timer;
    private @Nullable CollectedBody body;
    private boolean holdsPlace;
    private boolean ended;

    Item(HttpServerRequest request, Exchange exchange) {
      this.request = request;
      this.exchange = exchange;
    }

    void take() {
      route.meters().started(exchange, exchange.startNanos());
      door.entered();
      // Whoever leaves before the body is here has sent nothing that could be counted as taken.
      request.response().closeHandler(_ -> end(new Outcome.Failed(Reason.CLIENT_GONE)));
      if (RequestBody.isAnnounced(request)) {
        holdsPlace = places.tryAcquire();
        if (!holdsPlace) {
          route.meters().taken(); // and lost, like what the workers have no place for
          end(new Outcome.Taken());
          return;
        }
        timer =
            loop.timers()
                .wakeAt(
                    exchange.deadline().atNanos(),
                    loop.now(),
                    () -> end(new Outcome.Failed(Reason.DEADLINE_PAST)));
        request.response().exceptionHandler(this::broken);
      }
      body =
          CollectedBody.of(
              loop,
              request,
              workers.body(),
              this::accept,
              reason -> end(new Outcome.Failed(reason)));
    }

    private void broken(Throwable cause) {
      ReplyWriter.garbled(request, cause);
      trace.broken(cause);
      end(new Outcome.Failed(Reason.CLIENT_GONE));
    }

    private void accept(byte[] whole) {
      if (ended) {
        return;
      }
      CallFacts facts = CallFacts.of(request, whole, exchange.caller().forwards());
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
        task.ending().thenAccept(this::done);
      }
      end(new Outcome.Taken());
    }

    // On a worker.
    private void done(Ending<Answer> ending) {
      switch (ending) {
        case Ending.Done<Answer> _ -> route.meters().completed();
        case Ending.Failed<Answer>(Throwable cause) -> workers.faults().failed(cause);
        case Ending.Cancelled<Answer> _, Ending.Expired<Answer> _, Ending.Discarded<Answer> _ -> {
          // Lost, as this route may lose: accepted − completed shows it.
        }
      }
    }

    private void end(Outcome outcome) {
      if (ended) {
        return;
      }
      ended = true;
      boolean bodyUntouched = body == null;
      letGo();
      var reply =
          outcome instanceof Outcome.Failed(Reason reason)
              ? Replies.failed(reason)
              : Replies.taken();
      ReplyWriter.write(request, reply, bodyUntouched, door.isDraining());
      long nowNanos = loop.now();
      route.meters().ended(exchange, outcome, nowNanos);
      log.ended(request, exchange, route.plan(), trace, outcome, nowNanos);
      door.left();
    }

    private void letGo() {
      if (timer != null) {
        loop.timers().cancel(timer);
      }
      if (body != null) {
        body.stop();
      }
      if (holdsPlace) {
        places.release();
      }
    }
  }
}
