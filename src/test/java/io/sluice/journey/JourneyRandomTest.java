package io.sluice.journey;

import static io.sluice.breaker.BreakerListener.NONE;
import static io.sluice.journey.JourneyRig.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.admit.Lane;
import io.sluice.breaker.BreakerOptions;
import io.sluice.breaker.BreakerOptions.Counting;
import io.sluice.breaker.BreakerSnapshot;
import io.sluice.breaker.CircuitBreaker;
import io.sluice.breaker.Transition.Why;
import io.sluice.classify.StreamOptions;
import io.sluice.exchange.Idempotence;
import io.sluice.exchange.Kind;
import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import io.sluice.options.Bytes;
import io.sluice.options.Share;
import io.sluice.retry.BackoffOptions;
import io.sluice.retry.BudgetOptions;
import io.sluice.retry.HedgeOptions;
import io.sluice.retry.RetryAdvice;
import io.sluice.retry.RetryBudget;
import io.sluice.retry.RetryBudgets;
import io.sluice.retry.RetryOptions;
import io.sluice.retry.RetryPolicy;
import io.sluice.retry.Trigger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Many journeys on one lane, driven by events in any order, sensible or not: each ends exactly
 * once, and so does its permit.
 */
class JourneyRandomTest {
  private static final int STEPS = 3_000_000;
  private static final int RIDES_AT_ONCE = 40;

  /** What may be said of an attempt that failed; all but a status, which has a head. */
  private static final Trigger[] FAILURES = {
    Trigger.CONNECT_FAILURE,
    Trigger.UNPROCESSED,
    Trigger.STALE_CONNECTION,
    Trigger.RESET,
    Trigger.TIMEOUT
  };

  private final long seed = RandomGenerator.getDefault().nextLong();
  private final SplittableRandom random = new SplittableRandom(seed);
  private final JourneyRig rig = new JourneyRig(8, 2);

  {
    rig.streamOptions =
        new StreamOptions(
            2,
            Duration.ofMillis(100),
            Duration.ofMillis(150),
            new Bytes(125),
            new Bytes(125),
            false);
  }

  private final List<Ride> rides = new ArrayList<>();
  private final Set<Reason> reasons = EnumSet.noneOf(Reason.class);
  private int steps = STEPS;
  private int answered;
  private int furtherAttempts;
  private int finishedRides;

  @Test
  void everyJourneyEndsOnce_andSoDoesItsPermit_inWhateverOrderThingsHappen() {
    run();
  }

  @ParameterizedTest
  @EnumSource
  void everyPassageEnds_too_whereABreakerAndRetriesStandBetween(Counting counts) {
    steps = STEPS / 3;
    var breaker = new CircuitBreaker("library", breaking(counts), NONE, rig.nowNanos);
    rig.backend = new BackendPolicies("library", retrying(), null, breaker, new Distress(), false);
    run();

    BreakerSnapshot now = breaker.snapshot(rig.nowNanos);
    assertThat(now.duplicateEnds()).as("passages ended twice, seed %d", seed).isZero();
    assertThat(now.probing()).as("a probe that nobody makes, seed %d", seed).isFalse();
    assertThat(reasons).contains(Reason.BREAKER_OPEN);
    assertThat(now.probes()).as("some hundred are usual, seed %d", seed).isGreaterThan(30);
    assertThat(furtherAttempts).isGreaterThan(1000);
    assertThat(now.moves(Why.PROBE_SUCCEEDED)).isPositive();
    assertThat(now.moves(Why.PROBE_FAILED)).isPositive();
    assertThat(now.moves(Why.PROBE_LOST)).isPositive();
  }

  private static BreakerOptions breaking(Counting counts) {
    return new BreakerOptions(
        4,
        null,
        null,
        Duration.ofSeconds(1),
        Duration.ofSeconds(10),
        20,
        List.of(500, 503),
        counts,
        Duration.ofMillis(20),
        Duration.ofMillis(50));
  }

  private RetryPolicy retrying() {
    var options =
        new RetryOptions(
            3,
            List.of(RetryOptions.On.values()),
            RetryOptions.STATUSES,
            Duration.ofMillis(30),
            new BackoffOptions(Duration.ofMillis(1), Duration.ofMillis(10), Share.ALL),
            Duration.ofMillis(2),
            new Bytes(0),
            new BudgetOptions(new Share(0.5), 3, BudgetOptions.UNCAPPED),
            HedgeOptions.OFF);
    var own = new RetryBudget(options.budget(), rig.nowNanos);
    var all = new RetryBudget(options.budget(), rig.nowNanos);
    return new RetryPolicy(options, new RetryBudgets(own, all));
  }

  private void run() {
    System.out.println("JourneyRandomTest seed " + seed);
    for (int step = 0; step < steps; step++) {
      step();
    }
    comeToRest();

    assertThat(rig.inFlight()).as("in flight, seed %d", seed).isZero();
    assertThat(rig.waiting()).as("waiting, seed %d", seed).isZero();
    assertThat(rig.duplicateEnds()).as("duplicate ends, seed %d", seed).isZero();
    assertThat(rig.streams.held()).as("stream slots, seed %d", seed).isZero();
    // It has been everywhere worth going.
    assertThat(finishedRides).isGreaterThan(steps / 50);
    assertThat(answered).isGreaterThan(finishedRides / 100);
    assertThat(reasons)
        .contains(
            Reason.WAIT_EXPIRED,
            Reason.EVICTED,
            Reason.WAITERS_FULL,
            Reason.TOO_HEAVY,
            Reason.ABORTED,
            Reason.CLIENT_GONE,
            Reason.DEADLINE_PAST,
            Reason.UPSTREAM_TIMEOUT,
            Reason.OUTCOME_UNKNOWN,
            Reason.UPSTREAM_RESET,
            Reason.STREAMS_FULL,
            Reason.STREAM_IDLE,
            Reason.STREAM_EXPIRED,
            Reason.DRAINING);
  }

  private void step() {
    int what = random.nextInt(100);
    if (what < 12 && rides.size() < RIDES_AT_ONCE) {
      rides.add(anyRide());
    } else if (what < 30) {
      rig.pass(random.nextLong(4 * MILLI));
    } else if (what < 45) {
      rig.runHome();
    } else if (what == 45) {
      rig.lane.limitChanged(random.nextInt(4, 17), rig.nowNanos);
    } else if (!rides.isEmpty()) {
      Ride ride = rides.get(random.nextInt(rides.size()));
      fire(ride, anyEvent());
      forget(ride);
    }
    assertThat(rig.streams.held()).as("stream slots, seed %d", seed).isBetween(0, 2);
    // With nothing on its way, what is in flight is what the journeys hold.
    if (rig.homeIsIdle()) {
      int held = rides.stream().filter(Ride::holdsPermit).mapToInt(each -> each.weight).sum();
      assertThat(rig.inFlight()).as("in flight, seed %d", seed).isEqualTo(held);
    }
  }

  private Ride anyRide() {
    rig.tier = any(Tier.values());
    rig.kind = any(Kind.values());
    rig.idempotence = any(Idempotence.values());
    rig.weight = random.nextInt(10) == 0 ? random.nextInt(1, 9) : 1;
    rig.budgetNanos = random.nextLong(-MILLI, 200 * MILLI);
    Ride ride = rig.ride();
    if (random.nextInt(4) == 0) {
      ride.expectStream();
    }
    if (random.nextInt(100) == 0) {
      fire(ride, anyEvent());
    }
    ride.begin();
    return ride;
  }

  private Event anyEvent() {
    return switch (random.nextInt(24)) {
      case 0, 1, 2 -> Event.SENT;
      case 3, 4, 5 -> anyHead();
      case 6, 7, 8 -> Event.DELIVERED;
      case 9, 10, 11 -> new Event.TimeUp(any(Repeat.values()));
      case 12, 13 ->
          new Event.CallFailed(Reason.UPSTREAM_RESET, any(FAILURES), any(Repeat.values()));
      case 14 -> Event.CALL_REFUSED;
      case 15 -> Event.CLIENT_LEFT;
      case 16 -> Event.SETTLED;
      case 17, 18, 19 -> new Event.StreamBegun(any(new Integer[] {101, 200}));
      case 20 -> Event.GO_AWAY;
      default -> Event.CALL_OVER;
    };
  }

  private Event anyHead() {
    int status = any(new Integer[] {200, 200, 404, 429, 500, 503});
    String after = any(new String[] {"", "3", "junk"});
    RetryAdvice advice = RetryAdvice.ofHeaders(after, null, null);
    return new Event.HeadReceived(status, Lane.NOT_MEASURED, advice, any(Repeat.values()));
  }

  private void fire(Ride ride, Event event) {
    boolean hadEnded = ride.endings > 0;
    Action action = ride.fire(event);

    assertThat(ride.endings).as("endings, seed %d", seed).isLessThanOrEqualTo(1);
    if (hadEnded) {
      assertThat(action).as("%s, seed %d", event, seed).isEqualTo(Action.NOTHING);
    }
  }

  /** Drops a journey that has ended and holds nothing, after counting it. */
  private void forget(Ride ride) {
    if (ride.endings == 0 || ride.holdsPermit()) {
      return;
    }
    for (int call = 0; call <= ride.furtherAttempts; call++) {
      fire(ride, Event.CALL_OVER); // of a stream they come long after its permit
    }
    assertThat(ride.holdsPassage()).as("passage, seed %d", seed).isFalse();
    assertThat(ride.toldLessEachTime).as("told less each time, seed %d", seed).isTrue();
    furtherAttempts += ride.furtherAttempts;
    finishedRides++;
    Reason reason = Objects.requireNonNull(ride.outcome).reason();
    if (reason == null) {
      answered++;
    } else {
      reasons.add(reason);
    }
    rides.remove(ride);
  }

  /** Everyone's time is up, and every call ends. */
  private void comeToRest() {
    for (int round = 0; round < 4; round++) {
      rig.pass(10_000 * MILLI);
      for (Ride ride : rides) {
        fire(ride, Event.TIME_UP);
        fire(ride, Event.CALL_OVER);
      }
      rig.runHome();
    }
    for (Ride ride : rides) {
      assertThat(ride.endings).as("endings, seed %d", seed).isEqualTo(1);
      assertThat(ride.holdsPermit()).as("permit, seed %d", seed).isFalse();
      assertThat(ride.holdsPassage()).as("passage, seed %d", seed).isFalse();
    }
  }

  private <T> T any(T[] of) {
    return of[random.nextInt(of.length)];
  }
}
