package io.sluice.edge;

import static java.util.Objects.requireNonNull;

import io.sluice.dispatch.Ending;
import io.sluice.dispatch.Submission;
import io.sluice.dispatch.Task;
import io.sluice.exchange.Exchange;
import io.sluice.exchange.Reason;
import io.sluice.journey.Action;
import io.sluice.retry.RetryAdvice;
import io.sluice.spi.Answer;
import io.sluice.time.Deadline;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/**
 * One call of blocking code. The body is collected on the event loop, the code runs on a worker,
 * and its answer comes back to the event loop. The permit is held until the worker's thread is free
 * again, however early the client has been answered.
 */
final class WorkerCall implements BackendCall {
  private final WorkerBackend workers;
  private final HttpServerRequest request;
  private final Exchange exchange;
  private final Listener listener;

  private @Nullable CollectedBody collected;
  private @Nullable Task<WorkerAnswer> task;
  private @Nullable WorkerAnswer answer;
  private boolean settled;

  /** Written by a worker, read by the event loop. */
  private volatile boolean started;

  /** The work's own time, the backlog excluded; written by a worker, read by the event loop. */
  private volatile long workNanos;

  /** Written by the event loop, read by a worker. */
  private volatile boolean abandoned;

  WorkerCall(
      WorkerBackend workers, HttpServerRequest request, Exchange exchange, Listener listener) {
    this.workers = workers;
    this.request = request;
    this.exchange = exchange;
    this.listener = listener;
  }

  @Override
  public void start(Action.Attempt attempt) {
    collected =
        CollectedBody.of(
            workers.loop(),
            request,
            workers.body(),
            whole -> submit(whole, attempt.deadline()),
            this::fail);
  }

  private void submit(byte[] body, Deadline deadline) {
    if (settled) {
      return;
    }
    CallFacts facts = CallFacts.of(request, body, exchange.caller().forwards());
    Submission<WorkerAnswer> submission =
        workers.executor().submit(exchange.tier(), deadline, () -> run(facts, deadline));
    switch (submission) {
      case Submission.Accepted<WorkerAnswer>(Task<WorkerAnswer> accepted) -> follow(accepted);
      case Submission.Rejected<WorkerAnswer>(Reason reason) -> {
        settled = true;
        if (reason == Reason.ABORTED) {
          listener.refused();
        } else {
          listener.failed(reason);
        }
        listener.over();
      }
    }
  }

  // On a worker.
  private WorkerAnswer run(CallFacts facts, Deadline deadline) throws Exception {
    started = true;
    long startNanos = workers.loop().now();
    long remainingNanos = deadline.remainingNanos(startNanos);
    Answer worked = workers.backend().handle(facts.call(remainingNanos, () -> abandoned));
    workNanos = workers.loop().now() - startNanos;
    return WorkerAnswer.of(worked);
  }

  private void follow(Task<WorkerAnswer> accepted) {
    task = accepted;
    accepted.ending().thenAccept(ending -> workers.loop().home().execute(() -> ended(ending)));
    accepted.released().thenRun(() -> workers.loop().home().execute(listener::over));
  }

  private void ended(Ending<WorkerAnswer> ending) {
    if (settled) {
      return;
    }
    switch (ending) {
      case Ending.Done<WorkerAnswer>(WorkerAnswer value) -> {
        answer = value;
        listener.head(value.status(), workNanos, RetryAdvice.NONE);
      }
      case Ending.Failed<WorkerAnswer>(Throwable cause) -> {
        workers.faults().failed(cause);
        fail(Reason.BACKEND_FAILED);
      }
      case Ending.Expired<WorkerAnswer> _ -> fail(Reason.DEADLINE_PAST);
      case Ending.Cancelled<WorkerAnswer>(Reason reason) -> fail(reason);
      case Ending.Discarded<WorkerAnswer> _ -> fail(Reason.ABORTED);
    }
  }

  @Override
  public void relay(boolean lastOnConnection) {
    settled = true;
    requireNonNull(answer).write(request, lastOnConnection, listener);
    listener.delivered();
  }

  private void fail(Reason reason) {
    if (!settled) {
      cancel();
      listener.failed(reason);
    }
  }

  @Override
  public void cancel() {
    if (settled) {
      return;
    }
    settled = true;
    abandoned = true;
    if (collected != null) {
      collected.stop();
    }
    if (task == null) {
      listener.over();
    } else {
      task.cancel(Reason.CLIENT_GONE);
    }
  }

  @Override
  public boolean touchedBackend() {
    return started;
  }
}
