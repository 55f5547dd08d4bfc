package io.sluice.dispatch;

/**
 * The size of one bounded executor. Its upper bounds are those of the lane's configuration keys.
 *
 * @param name the lane's; its threads are called {@code sluice-<name>-worker-1} and so on
 * @param workers threads, ≥ 1
 * @param backlog tasks accepted beyond those the workers run, ≥ 0
 */
public record ExecutorOptions(String name, int workers, int backlog) {
  public ExecutorOptions {
    if (name.isBlank()) {
      throw new IllegalArgumentException("an executor without a name");
    }
    if (workers < 1) {
      throw new IllegalArgumentException("%s: %d workers (expected: ≥ 1)".formatted(name, workers));
    }
    if (backlog < 0 || backlog > Integer.MAX_VALUE - workers) {
      throw new IllegalArgumentException(
          "%s: backlog %d (expected: 0..%d)".formatted(name, backlog, Integer.MAX_VALUE - workers));
    }
  }

  /** How many tasks are taken on at once, running or queued. */
  public int places() {
    return workers + backlog;
  }
}
