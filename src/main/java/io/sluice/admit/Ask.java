package io.sluice.admit;

import io.sluice.exchange.Tier;
import io.sluice.time.Deadline;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * What a request wants of a lane.
 *
 * @param tier how much it matters
 * @param weight permits it takes, ≥ 1
 * @param maxWaitNanos longest wait for a permit, ≥ 0; P2 never waits whatever this says
 * @param deadline when it must be answered
 * @param expectedServiceNanos measured time from dispatch to answer, 0 if not known yet
 * @param owner who holds the permit, for the leak report: the route's name
 * @param home where {@code onSettled} runs when a queued ask is granted or refused: its event loop;
 *     a permit granted to one that rejects, because it has been closed, goes to the next in turn
 * @param onSettled told once, on {@code home}, outside the lane's lock; then {@link Lane#claim}
 */
public record Ask(
    Tier tier,
    int weight,
    long maxWaitNanos,
    Deadline deadline,
    long expectedServiceNanos,
    String owner,
    Executor home,
    Consumer<Ticket> onSettled) {
  public Ask {
    if (weight < 1 || maxWaitNanos < 0) {
      throw new IllegalArgumentException("weight " + weight + ", wait " + maxWaitNanos + " ns");
    }
  }
}
