package io.sluice.surge;

import io.sluice.time.NanoClock;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpClientAgent;
import java.util.List;
import java.util.random.RandomGenerator;
import org.HdrHistogram.Histogram;

/** One event loop's share of a calibration: each of its connections asks, waits, asks again. */
final class ClosedLoop implements Lines.Listener {
  /** A target that refuses connections is asked again after this, not in a busy loop. */
  private static final long RECONNECT_NANOS = 10_000_000;

  private final Context context;
  private final NanoClock clock;
  private final SurgePlan plan;
  private final Window window;
  private final String name;
  private final RandomGenerator random;
  private final List<CompiledStream> streams;
  private final long timeoutNanos;
  private final Sender sender;
  private final Promise<ClosedLoop> finished = Promise.promise();
  private final Histogram latency = Latency.histogram();
  private long asked;
  private long succeeded;
  private long sheds;
  private long failed;
  private int busy;

  ClosedLoop(
      Context context,
      HttpClientAgent client,
      SurgePlan plan,
      Window window,
      String name,
      NanoClock clock,
      RandomGenerator random) {
    this.context = context;
    this.clock = clock;
    this.plan = plan;
    this.window = window;
    this.name = name;
    this.random = random;
    this.streams = CompiledStream.all(plan);
    this.timeoutNanos = plan.timeout().toNanos();
    this.sender = new Sender(context.owner(), client, plan, plan.connectionsPerLoop(), clock, this);
  }

  /** Completed with this when the window is over and the last answer has come. */
  Future<ClosedLoop> start() {
    context.runOnContext(
        nothing -> {
          busy = plan.connectionsPerLoop();
          for (int i = 0; i < plan.connectionsPerLoop(); i++) {
            ask(clock.nanoTime(), 0);
          }
        });
    return finished.future();
  }

  @Override
  public void ended(Attempt attempt, Ending ending, long nowNanos) {
    if (window.contains(nowNanos)) {
      count(attempt, ending, nowNanos);
    }
    if (nowNanos - window.startNanos() < window.lengthNanos()) {
      ask(nowNanos, ending == Ending.CONNECT_FAILED ? RECONNECT_NANOS : 0);
    } else if (--busy == 0) {
      sender.close();
      finished.complete(this);
    }
  }

  long succeeded() {
    return succeeded;
  }

  long sheds() {
    return sheds;
  }

  long failed() {
    return failed;
  }

  Histogram latency() {
    return latency;
  }

  private void ask(long nowNanos, long waitNanos) {
    long due = nowNanos + waitNanos;
    CompiledStream stream = streams.get(plan.mix().pick(random.nextDouble()));
    Call call = stream.call(name + ++asked, due, due + timeoutNanos, true, random);
    var attempt = new Attempt(call, 1, due, timeoutNanos);
    if (waitNanos == 0) {
      sender.begin(attempt, nowNanos);
    } else {
      sender.beginWhenDue(attempt, nowNanos);
    }
  }

  private void count(Attempt attempt, Ending ending, long nowNanos) {
    switch (ending) {
      case SUCCEEDED -> {
        succeeded++;
        latency.recordValue(Latency.micros(nowNanos - attempt.intendedNanos));
      }
      case SHED -> sheds++;
      default -> failed++;
    }
  }
}
