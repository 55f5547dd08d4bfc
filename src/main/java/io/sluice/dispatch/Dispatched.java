package io.sluice.dispatch;

import static java.util.Objects.requireNonNull;

import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import io.sluice.time.Deadline;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A task between its submission and its release: one state, moved by compare-and-set. Whoever moves
 * it out of {@code QUEUED} or {@code RUNNING} decides its ending.
 */
final class Dispatched<T extends @Nullable Object> implements Task<T>, TierBacklog.Item {
  private enum State {
    QUEUED,
    RUNNING,
    /** Its canceller is about to interrupt the worker, which must not go on before that is done. */
    INTERRUPTING,
    /** Answered, but the job has not returned. */
    INTERRUPTED,
    ENDED
  }

  private final Workshop workshop;
  private final Tier tier;
  private final Deadline deadline;
  private final Overload overload;
  private final Job<T> job;
  private final long submittedNanos;

  private final AtomicReference<State> state = new AtomicReference<>(State.QUEUED);
  private final CompletableFuture<Ending<T>> ending = new CompletableFuture<>();
  private final CompletableFuture<Void> released = new CompletableFuture<>();

  /** Written before QUEUED -> RUNNING, read after RUNNING -> INTERRUPTING. */
  private @Nullable Thread worker;

  /** Written before INTERRUPTING -> INTERRUPTED, read by the worker after it. */
  private @Nullable Ending<T> lateAnswer;

  Dispatched(
      Workshop workshop,
      Tier tier,
      Deadline deadline,
      Overload overload,
      Job<T> job,
      long nowNanos) {
    this.workshop = workshop;
    this.tier = tier;
    this.deadline = deadline;
    this.overload = overload;
    this.job = job;
    this.submittedNanos = nowNanos;
  }

  @Override
  public Tier tier() {
    return tier;
  }

  @Override
  public CompletionStage<Ending<T>> ending() {
    return ending.minimalCompletionStage();
  }

  @Override
  public CompletionStage<Void> released() {
    return released.minimalCompletionStage();
  }

  @Override
  public boolean mayBeDiscarded() {
    return overload == Overload.DISCARD_OLDEST;
  }

  /** A worker has taken it from the backlog. */
  @Override
  public void run() {
    workshop.stepsUp(this);
    try {
      long takenNanos = workshop.clock.nanoTime();
      if (workshop.isStopped()) {
        withdraw(new Ending.Cancelled<>(Reason.DRAINING));
      } else if (deadline.isPast(takenNanos)) {
        withdraw(new Ending.Expired<>(-deadline.remainingNanos(takenNanos)));
      } else {
        start(takenNanos);
      }
    } finally {
      workshop.stepsDown(this); // also when someone else ended it before it could start
    }
  }

  // QUEUED -> RUNNING: a worker took it in time
  private void start(long takenNanos) {
    worker = Thread.currentThread();
    if (state.compareAndSet(State.QUEUED, State.RUNNING)) {
      Ending<T> own = perform();
      long runNanos = workshop.clock.nanoTime() - takenNanos;
      Ending<T> answer = finish(own);
      tellListener(takenNanos - submittedNanos, runNanos, answer);
      leave(answer);
    }
  }

  private Ending<T> perform() {
    try {
      return new Ending.Done<>(job.run());
    } catch (Throwable failure) { // an Error is the job's failure too, not the worker's
      return new Ending.Failed<>(failure);
    }
  }

  // RUNNING -> ENDED: the job's own answer counts
  // INTERRUPTED -> ENDED: it had been given up; its own answer comes too late
  @SuppressWarnings("ThreadPriorityCheck") // the canceller is between two statements
  private Ending<T> finish(Ending<T> own) {
    Ending<T> answer = own;
    if (state.compareAndSet(State.RUNNING, State.ENDED)) {
      workshop.tally.ended(own);
    } else {
      while (state.get() == State.INTERRUPTING) {
        Thread.yield(); // the interrupt has to arrive here rather than in the next task
      }
      answer = requireNonNull(lateAnswer);
      state.set(State.ENDED);
    }
    Thread.interrupted(); // ours, or one the job left behind: it ends with this job
    return answer;
  }

  @Override
  public boolean cancel(Reason reason) {
    Ending<T> answer = new Ending.Cancelled<>(reason);
    return withdraw(answer) || interrupt(answer);
  }

  /** Ends it before its start, and gives its place back. */
  private boolean withdraw(Ending<T> answer) {
    boolean mine = endUnstarted(answer);
    if (mine) {
      workshop.backlog.remove(this);
      leave(answer);
    }
    return mine;
  }

  // QUEUED -> ENDED: cancelled, expired or discarded
  private boolean endUnstarted(Ending<T> answer) {
    boolean mine = state.compareAndSet(State.QUEUED, State.ENDED);
    if (mine) {
      workshop.tally.ended(answer);
    }
    return mine;
  }

  // RUNNING -> INTERRUPTING -> INTERRUPTED: cancelled while its job runs
  private boolean interrupt(Ending<T> answer) {
    boolean mine = state.compareAndSet(State.RUNNING, State.INTERRUPTING);
    if (mine) {
      lateAnswer = answer;
      try {
        workshop.tally.ended(answer);
        requireNonNull(worker).interrupt();
      } finally {
        state.set(State.INTERRUPTED);
      }
      ending.complete(answer);
    }
    return mine;
  }

  /**
   * Drops it, but leaves its place to the caller, who must have seen to it that it is not queued.
   *
   * @return whether this call ended it; if not, whoever did gives its place back
   */
  boolean discard() {
    Ending<T> answer = new Ending.Discarded<>();
    boolean mine = endUnstarted(answer);
    if (mine) {
      announce(answer);
    }
    return mine;
  }

  private void tellListener(long queuedNanos, long runNanos, Ending<T> answer) {
    try {
      workshop.listener.ran(tier, queuedNanos, runNanos, answer);
    } catch (Throwable fault) { // the listener's own; the task must still be released
      Thread current = Thread.currentThread();
      current.getUncaughtExceptionHandler().uncaughtException(current, fault);
    }
  }

  private void leave(Ending<T> answer) {
    workshop.stepsDown(this);
    workshop.giveBackPlace();
    announce(answer);
  }

  private void announce(Ending<T> answer) {
    try {
      ending.complete(answer);
    } finally {
      released.complete(null);
    }
  }
}
