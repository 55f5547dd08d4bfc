package io.sluice.dispatch;

import io.sluice.exchange.Tier;
import io.sluice.time.NanoClock;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/**
 * What the tasks of one executor share. A task holds one place from its acceptance until it is
 * released, so that running + queued ≤ workers + backlog, exactly.
 */
final class Workshop {
  final NanoClock clock;
  final RunListener listener;
  final Tally tally = new Tally();
  final TierBacklog backlog;

  private final Semaphore places;
  private final Set<Dispatched<?>> onWorkers = ConcurrentHashMap.newKeySet();
  private volatile boolean stopped;

  Workshop(int places, NanoClock clock, RunListener listener) {
    this.clock = clock;
    this.listener = listener;
    this.places = new Semaphore(places);
    // Room for every holder of a place: a task on its way to an idle worker passes through here.
    this.backlog = new TierBacklog(places);
  }

  boolean tryTakePlace() {
    return places.tryAcquire();
  }

  /** Discards, as {@link Overload#DISCARD_OLDEST} says, until there is a place for the newcomer. */
  boolean tryTakeOldestPlace(Tier newcomer) {
    while (backlog.pollDiscardable(newcomer) instanceof Dispatched<?> oldest) {
      // One just cancelled has no place to hand over: its canceller gives that back.
      if (oldest.discard() || tryTakePlace()) {
        return true;
      }
    }
    return false;
  }

  void giveBackPlace() {
    places.release();
  }

  void stepsUp(Dispatched<?> task) {
    onWorkers.add(task);
  }

  void stepsDown(Dispatched<?> task) {
    onWorkers.remove(task);
  }

  /**
   * Nothing starts from here on. Set before the tasks on workers are gone through, and read by each
   * after it has stepped up, so that none is missed.
   */
  void stop() {
    stopped = true;
  }

  boolean isStopped() {
    return stopped;
  }

  Set<Dispatched<?>> onWorkers() {
    return onWorkers;
  }

  Counts counts() {
    return tally.snapshot(onWorkers.size(), backlog.size());
  }
}
