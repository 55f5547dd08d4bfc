package io.sluice.dispatch;

import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import io.sluice.time.Deadline;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/**
 * Checks that under every explored interleaving of one worker, two cancellers and a displacing
 * submitter a task ends once, gives its place back once, and leaves no interrupt behind.
 */
public class DispatchedInterleavingsTest {
  private final Workshop workshop = new Workshop(1, () -> 0, RunListener.NONE);
  private final AtomicInteger endings = new AtomicInteger();
  private final AtomicInteger releases = new AtomicInteger();
  private final AtomicInteger cancels = new AtomicInteger();
  private final AtomicInteger discards = new AtomicInteger();
  private final Dispatched<Integer> task =
      new Dispatched<>(workshop, Tier.P1, new Deadline(1), Overload.DISCARD_OLDEST, () -> 7, 0);

  /** Stands for the backlog: it gives the task to one worker or one displacing submitter. */
  private final AtomicBoolean taken = new AtomicBoolean();

  public DispatchedInterleavingsTest() {
    workshop.tryTakePlace();
    task.ending().thenRun(endings::incrementAndGet);
    task.released().thenRun(releases::incrementAndGet);
  }

  /** What a worker does; whether that leaves its thread interrupted. */
  @Operation
  public boolean work() {
    if (taken.compareAndSet(false, true)) {
      task.run();
    }
    return Thread.interrupted();
  }

  @Operation
  public void cancel() {
    if (task.cancel(Reason.CLIENT_GONE)) {
      cancels.incrementAndGet();
    }
  }

  @Operation
  public void displace() {
    if (taken.compareAndSet(false, true) && task.discard()) {
      discards.incrementAndGet();
    }
  }

  @Validate
  public void endedOnce() {
    Counts counts = workshop.counts();
    require(counts.completed() + counts.cancelled() + counts.discarded() == 1, "ended: " + counts);
    require(counts.cancelled() == cancels.get(), cancels + " cancels: " + counts);
    require(counts.discarded() == discards.get(), discards + " discards: " + counts);
    require(counts.running() == 0, "still on a worker: " + counts);
    require(endings.get() == 1, "endings announced: " + endings);
    require(releases.get() == 1, "releases announced: " + releases);
    require(workshop.tryTakePlace() == (discards.get() == 0), "place not given back: " + counts);
    require(!workshop.tryTakePlace(), "place given back twice: " + counts);
  }

  @Test
  void aTask_endsExactlyOnce() {
    new ModelCheckingOptions()
        .iterations(5)
        .invocationsPerIteration(300)
        .threads(3)
        .actorsPerThread(1)
        .actorsBefore(0)
        .actorsAfter(1)
        .addGuarantee(
            forClasses(
                    CompletableFuture.class.getName(),
                    ConcurrentHashMap.class.getName(),
                    LongAdder.class.getName(),
                    Semaphore.class.getName())
                .allMethods()
                .treatAsAtomic())
        .check(DispatchedInterleavingsTest.class);
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalStateException(otherwise);
    }
  }
}
