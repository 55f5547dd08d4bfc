package io.sluice.journey;

import io.sluice.exchange.Exchange;
import io.sluice.exchange.Outcome;
import io.sluice.exchange.Reason;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One journey being driven by hand, and what it has answered so far. */
final class Ride {
  private final JourneyRig rig;
  private final Journey journey;
  final Exchange exchange;
  final int weight;

  int settledCalls;
  int endings;
  boolean attempted;
  int furtherAttempts;
  boolean toldLessEachTime = true;
  @Nullable Action last;
  private long toldMillis = Long.MAX_VALUE;
  @Nullable Outcome outcome;

  Ride(JourneyRig rig, Journey journey, int weight) {
    this.rig = rig;
    this.journey = journey;
    this.exchange = journey.exchange();
    this.weight = weight;
  }

  void expectStream() {
    journey.expectStream();
  }

  void moved() {
    journey.moved(rig.nowNanos);
  }

  Action begin() {
    return noted(journey.begin(rig.home, this::settled, rig.nowNanos));
  }

  Action fire(Event event) {
    return noted(journey.next(event, rig.nowNanos));
  }

  private void settled() {
    settledCalls++;
    fire(Event.SETTLED);
  }

  private Action noted(Action action) {
    last = action;
    switch (action) {
      case Action.Attempt attempt -> attempted(attempt);
      case Action.Answer answer -> end(answer.outcome());
      case Action.Abort abort -> end(abort.outcome());
      case Action.Finish finish -> end(finish.outcome());
      case Action.Pause _,
          Action.Nothing _,
          Action.Wait _,
          Action.Relay _,
          Action.Stream _,
          Action.EndStream _ -> {}
    }
    return action;
  }

  private void attempted(Action.Attempt attempt) {
    attempted = true;
    furtherAttempts += attempt.number() > 1 ? 1 : 0;
    toldLessEachTime &= attempt.forwardMillis() < toldMillis;
    toldMillis = attempt.forwardMillis();
  }

  private void end(Outcome with) {
    endings++;
    outcome = with;
  }

  /** The attempt it has just asked for. */
  Action.Attempt attempt() {
    return (Action.Attempt) Objects.requireNonNull(last);
  }

  /** Why it did not get the backend's own answer. */
  Reason reason() {
    return Objects.requireNonNull(Objects.requireNonNull(outcome).reason());
  }

  boolean holdsPermit() {
    return journey.holdsPermit();
  }

  boolean holdsPassage() {
    return journey.holdsPassage();
  }

  long waitedNanos() {
    return journey.waitedNanos();
  }
}
