package io.sluice.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import io.sluice.time.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** An executor under a clock moved by hand, and jobs that end when told to. */
final class Rig implements AutoCloseable {
  /** Far longer than anything here takes, so that only a hang runs into it. */
  static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Starts anywhere: only differences mean anything. */
  final AtomicLong nowNanos = new AtomicLong(new Random().nextLong());

  final BoundedExecutor executor;
  final List<Ran> runs = Collections.synchronizedList(new ArrayList<>());

  record Ran(Tier tier, long queuedNanos, long runNanos, Ending<?> ending) {}

  Rig(int workers, int backlog) {
    this(workers, backlog, RunListener.NONE);
  }

  Rig(int workers, int backlog, RunListener listener) {
    executor =
        new BoundedExecutor(
            new ExecutorOptions("loans", workers, backlog),
            nowNanos::get,
            (tier, queuedNanos, runNanos, ending) -> {
              runs.add(new Ran(tier, queuedNanos, runNanos, ending));
              listener.ran(tier, queuedNanos, runNanos, ending);
            });
  }

  Deadline inOneSecond() {
    return Deadline.after(Duration.ofSeconds(1).toNanos(), nowNanos.get());
  }

  <T extends @Nullable Object> Task<T> accept(Tier tier, Job<T> job) {
    return accept(tier, Overload.ABORT, job);
  }

  <T extends @Nullable Object> Task<T> accept(Tier tier, Overload overload, Job<T> job) {
    return accepted(executor.submit(tier, inOneSecond(), overload, job));
  }

  static <T extends @Nullable Object> Task<T> accepted(Submission<T> submission) {
    return switch (submission) {
      case Submission.Accepted<T>(Task<T> task) -> task;
      case Submission.Rejected<T>(Reason reason) -> throw new AssertionError(reason);
    };
  }

  /** Occupies one worker; returns once it really runs. */
  Held hold(Tier tier) throws InterruptedException {
    return new Held(this, tier, true);
  }

  /** Likewise, with a job that ignores its interrupt. */
  Held holdStubbornly(Tier tier) throws InterruptedException {
    return new Held(this, tier, false);
  }

  static <T> T await(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  static boolean isComplete(CompletionStage<?> stage) {
    return stage.toCompletableFuture().isDone();
  }

  /** Closes what the test left open; every job must come to its end. */
  @Override
  public void close() {
    executor.shutdownNow();
    try {
      assertThat(executor.awaitTermination(PATIENCE)).as("workers returned").isTrue();
    } catch (InterruptedException unexpected) {
      throw new IllegalStateException(unexpected);
    }
  }

  /** A job that occupies its worker until told otherwise. */
  static final class Held {
    final Task<String> task;
    private final CountDownLatch letGo = new CountDownLatch(1);

    private Held(Rig rig, Tier tier, boolean interruptible) throws InterruptedException {
      CountDownLatch started = new CountDownLatch(1);
      task =
          rig.accept(
              tier,
              () -> {
                started.countDown();
                return interruptible ? holdOn() : holdOnStubbornly();
              });
      assertThat(started.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).as("started").isTrue();
    }

    void letGo() {
      letGo.countDown();
    }

    private String holdOn() throws InterruptedException {
      letGo.await();
      return "let go";
    }

    private String holdOnStubbornly() {
      while (true) {
        try {
          return holdOn();
        } catch (InterruptedException ignored) {
          // that is what makes it stubborn
        }
      }
    }
  }
}
