package io.sluice.simulate;

import io.sluice.admit.Lane;
import io.sluice.admit.LaneSnapshot;
import io.sluice.classify.RoutePlan;
import io.sluice.exchange.Exchange;
import io.sluice.exchange.Outcome;
import io.sluice.journey.Action;
import io.sluice.simulate.LimitDriver.Measured;
import io.sluice.simulate.LimitDriver.Teaching;
import org.jspecify.annotations.Nullable;

/**
 * A production {@link Lane} and those who look at it: the driver that moves its limit from outside,
 * if there is one, the judge of its invariants, and the recorder.
 */
final class SimulatedLane {
  private final Lane lane;
  private final VirtualTime time;
  private final Recorder recorder;
  private final @Nullable LimitDriver driver;
  private final @Nullable Judge judge;
  private int driven;
  private int inFlight;

  SimulatedLane(
      Lane lane,
      VirtualTime time,
      Recorder recorder,
      @Nullable LimitDriver driver,
      @Nullable Judge judge) {
    this.lane = lane;
    this.time = time;
    this.recorder = recorder;
    this.driver = driver;
    this.judge = judge;
    this.driven = driver == null ? 0 : driver.limit();
  }

  Lane lane() {
    return lane;
  }

  /** Its wait is over, one way or the other. */
  void waitedFor(long waitedNanos, long boundNanos) {
    if (judge != null) {
      judge.waited(waitedNanos, boundNanos, snapshot());
    }
  }

  /** Nothing is left to happen. */
  void idle() {
    if (judge != null) {
      judge.idle(snapshot());
    }
  }

  /** It has its permit, and calls; how much weight is in flight now. */
  int dispatched(Exchange exchange, int weight, Action.Attempt attempt) {
    inFlight += weight;
    recorder.dispatched(exchange.tier());
    if (judge != null) {
      judge.called(exchange, weight, attempt, snapshot(), time.nowNanos());
    }
    return inFlight;
  }

  /** Its call holds nothing any more. */
  void released(int weight) {
    inFlight -= weight;
  }

  void measured(long startNanos, long latencyNanos, int inFlightThen, Teaching teaching) {
    if (teaching == Teaching.LATENCY) {
      recorder.latency(latencyNanos);
    }
    if (driver != null) {
      driver.ended(new Measured(startNanos, latencyNanos, inFlightThen, teaching, time.nowNanos()));
      follow(driver.limit());
    }
  }

  private void follow(int limit) {
    if (limit != driven) {
      driven = limit;
      lane.limitChanged(limit, time.nowNanos());
    }
  }

  void ended(Exchange exchange, RoutePlan plan, Outcome outcome) {
    if (judge != null && outcome instanceof Outcome.Refused refused) {
      boolean waits = plan.maxWaitNanos(exchange.tier()) > 0;
      judge.refused(exchange, plan.weight(), waits, refused, snapshot());
    }
  }

  LaneSnapshot snapshot() {
    return lane.snapshot(time.nowNanos());
  }
}
