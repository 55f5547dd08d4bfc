package io.sluice.simulate;

import io.sluice.classify.RoutePlan;
import io.sluice.exchange.Exchange;
import io.sluice.exchange.Idempotence;
import io.sluice.exchange.Kind;
import io.sluice.exchange.Tier;
import io.sluice.journey.Policies;
import io.sluice.time.Deadline;

/** One route of the simulated gateway: its production plan and policies, and what it leads to. */
final class SimulatedRoute {
  private final RoutePlan plan;
  private final Policies policies;
  private final SimulatedLane lane;
  private final SimulatedCalls calls;
  private final Backend backend;
  private final VirtualTime time;
  private final double usableShare;
  private final Tier tier;
  private final Idempotence idempotence;

  SimulatedRoute(
      RoutePlan plan,
      Tier tier,
      Policies policies,
      SimulatedLane lane,
      SimulatedCalls calls,
      Backend backend,
      VirtualTime time,
      double deadlineMargin) {
    this.plan = plan;
    this.tier = tier;
    this.policies = policies;
    this.lane = lane;
    this.calls = calls;
    this.backend = backend;
    this.time = time;
    this.usableShare = 1 - deadlineMargin;
    this.idempotence = plan.kind() == Kind.WRITE ? Idempotence.UNSAFE : Idempotence.IDEMPOTENT;
  }

  /**
   * One attempt of a client.
   *
   * @param toldNanos what it says it will wait; {@link Long#MAX_VALUE} if it says nothing
   */
  Visit visit(Visit.Client client, long toldNanos) {
    long nowNanos = time.nowNanos();
    long budgetNanos = plan.timeoutNanos();
    if (toldNanos != Long.MAX_VALUE) {
      budgetNanos = Math.min(budgetNanos, (long) (toldNanos * usableShare));
    }
    var exchange =
        new Exchange(
            "simulated",
            plan.name(),
            plan.lane(),
            tier,
            plan.kind(),
            idempotence,
            Deadline.after(budgetNanos, nowNanos),
            nowNanos);
    var visit = new Visit(exchange, plan, policies, lane, calls, backend, time, client);
    visit.begin();
    return visit;
  }

  Tier tier() {
    return tier;
  }

  String backendName() {
    return plan.backend();
  }
}
