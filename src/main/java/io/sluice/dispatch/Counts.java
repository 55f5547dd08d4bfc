package io.sluice.dispatch;

/**
 * What an executor has done so far. Each task counts once under the way its caller was answered; a
 * cancelled one that still runs counts as cancelled and as running.
 *
 * <p>Taken while work goes on it is not one instant's picture, but an ending is never counted
 * without its acceptance, nor an acceptance without its submission.
 *
 * @param submitted accepted + rejected
 * @param accepted every task taken on, the discarded included
 * @param completed the job returned
 * @param failed the job threw
 * @param cancelled given up, before or during its run
 * @param expired not started because its deadline had passed
 * @param rejected refused with a value, every place being taken or the executor shutting down
 * @param discarded dropped as its submitter allowed
 * @param running workers occupied now
 * @param queued tasks in the backlog now
 */
public record Counts(
    long submitted,
    long accepted,
    long completed,
    long failed,
    long cancelled,
    long expired,
    long rejected,
    long discarded,
    int running,
    int queued) {

  /** Accepted work that is not, or not yet, done: the loss that a discarding lane must show. */
  public long acceptedLessCompleted() {
    return accepted - completed;
  }
}
