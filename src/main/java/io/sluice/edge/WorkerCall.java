package io.sluice.edge;

import static java.util.Objects.requireNonNull;

import io.sluice.dispatch.Ending;
import io.sluice.dispatch.Submission;
import io.sluice.dispatch.Task;
import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import io.sluice.journey.Action;
import io.sluice.spi.Answer;
import io.sluice.time.Deadline;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import org.jspecify.annotations.Nullable;

/**
 * One call of blocking code. The body is collected on the event loop, the code runs on a worker,
 * and its answer comes back to the event loop. The permit is held until the worker's thread is free
 * again, however early the client has been answered.
 */
final class WorkerCall implements BackendCall {
  private final WorkerBackend workers;
  private final HttpServerRequest request;
  private final Tier tier;
  private final Listener listener;

  private @Nullable Task<Answer> task;
  private @Nullable Answer answer;
  private boolean settled;

  /** Written by a worker, read by the event loop. */
  private volatile boolean started;

  /** Written by the event loop, read by a worker. */
  private volatile boolean abandoned;

  WorkerCall(WorkerBackend workers, HttpServerRequest request, Tier tier, Listener listener) {
    this.workers = workers;
    this.request = request;
    this.tier = tier;
    this.listener = listener;
  }

  @Override
  public void start(Action.Attempt attempt) {
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
    CallFacts facts = CallFacts.of(request, body);
    Submission<Answer> submission =
        workers.executor().submit(tier, deadline, () -> run(facts, deadline));
    switch (submission) {
      case Submission.Accepted<Answer>(Task<Answer> accepted) -> follow(accepted);
      case Submission.Rejected<Answer>(Reason reason) -> {
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
  private Answer run(CallFacts facts, Deadline deadline) throws Exception {
    started = true;
    long remainingNanos = deadline.remainingNanos(workers.loop().now());
    return workers.backend().handle(facts.call(remainingNanos, () -> abandoned));
  }

  private void follow(Task<Answer> accepted) {
    task = accepted;
    accepted.ending().thenAccept(ending -> workers.loop().home().execute(() -> ended(ending)));
    accepted.released().thenRun(() -> workers.loop().home().execute(listener::over));
  }

  private void ended(Ending<Answer> ending) {
    if (settled) {
      return;
    }
    switch (ending) {
      case Ending.Done<Answer>(Answer value) -> {
        answer = value;
        listener.head(value.status());
      }
      case Ending.Failed<Answer>(Throwable cause) -> {
        workers.faults().failed(cause);
        fail(Reason.BACKEND_FAILED);
      }
      case Ending.Expired<Answer> _ -> fail(Reason.DEADLINE_PAST);
      case Ending.Cancelled<Answer>(Reason reason) -> fail(reason);
      case Ending.Discarded<Answer> _ -> fail(Reason.ABORTED);
    }
  }

  @Override
  public void relay(boolean lastOnConnection) {
    settled = true;
    write(request, requireNonNull(answer), lastOnConnection);
    listener.delivered();
  }

  private static void write(HttpServerRequest request, Answer answer, boolean lastOnConnection) {
    HttpServerResponse response = request.response();
    response.setStatusCode(answer.status());
    answer.headers().forEach(response::putHeader);
    DateHeader.addTo(response.headers());
    Buffer body = Buffer.buffer(answer.body());
    response.headers().set(HttpHeaders.CONTENT_LENGTH, Integer.toString(body.length()));
    if (lastOnConnection) {
      Farewell.announce(request);
    }
    var written = HttpMethod.HEAD.equals(request.method()) ? response.end() : response.end(body);
    if (lastOnConnection) {
      Farewell.close(request, written);
    }
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
