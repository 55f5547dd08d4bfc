package io.sluice.dispatch;

import io.sluice.exchange.Tier;

/**
 * Is told how long each job ran, on the worker's thread, before the task is released. It should be
 * quick. What it throws goes to that thread's uncaught-exception handler and changes nothing else.
 */
@FunctionalInterface
public interface RunListener {
  /** Listens to nothing. */
  RunListener NONE = (tier, queuedNanos, runNanos, ending) -> {};

  /**
   * One job has returned or thrown.
   *
   * @param queuedNanos from its submission until a worker took it
   * @param runNanos the job's own run, the backlog excluded
   * @param ending what its caller was answered; only {@link Ending.Done} is a whole measurement, a
   *     cancelled job was cut short
   */
  void ran(Tier tier, long queuedNanos, long runNanos, Ending<?> ending);
}
