package io.sluice.admit;

import static io.sluice.admit.VirtualTime.MILLIS;

import io.sluice.exchange.Tier;
import io.sluice.time.Deadline;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** An ask with the reference lane's habits (P0 waits 100 ms, P1 50 ms) unless told otherwise. */
final class AskBuilder {
  private final Tier tier;
  private int weight = 1;
  private long maxWaitNanos;
  private long budgetNanos = 1000 * MILLIS;
  private long expectedServiceNanos;
  private String owner = "route";
  private Executor home = Runnable::run;
  private Consumer<Ticket> onSettled = ticket -> {};

  AskBuilder(Tier tier) {
    this.tier = tier;
    this.maxWaitNanos =
        switch (tier) {
          case P0 -> 100 * MILLIS;
          case P1 -> 50 * MILLIS;
          case P2 -> 0;
        };
  }

  AskBuilder weight(int permits) {
    weight = permits;
    return this;
  }

  AskBuilder waitNanos(long nanos) {
    maxWaitNanos = nanos;
    return this;
  }

  AskBuilder budgetNanos(long nanos) {
    budgetNanos = nanos;
    return this;
  }

  AskBuilder serviceNanos(long nanos) {
    expectedServiceNanos = nanos;
    return this;
  }

  AskBuilder owner(String name) {
    owner = name;
    return this;
  }

  AskBuilder home(Executor executor) {
    home = executor;
    return this;
  }

  AskBuilder onSettled(Consumer<Ticket> listener) {
    onSettled = listener;
    return this;
  }

  Ask at(long nowNanos) {
    return new Ask(
        tier,
        weight,
        maxWaitNanos,
        Deadline.after(budgetNanos, nowNanos),
        expectedServiceNanos,
        owner,
        home,
        onSettled);
  }
}
