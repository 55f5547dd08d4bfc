package io.sluice.observe;

/** What a lane's worker executor shows of itself. Any thread; cheap. */
public interface WorkerGauges {
  /** Threads. */
  int workers();

  /** Threads that are running a task. */
  int running();

  /** Tasks in the backlog. */
  int queued();

  /** Tasks refused by the executor itself since the start. */
  long rejected();
}
