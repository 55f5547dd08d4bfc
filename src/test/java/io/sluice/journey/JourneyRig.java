package io.sluice.journey;

import io.sluice.admit.Lane;
import io.sluice.admit.LaneOptions;
import io.sluice.admit.ServiceTime;
import io.sluice.admit.limit.FixedLimit;
import io.sluice.admit.limit.Limit;
import io.sluice.classify.Auth;
import io.sluice.classify.Overflow;
import io.sluice.classify.RouteOptions;
import io.sluice.classify.RoutePlan;
import io.sluice.classify.StreamOptions;
import io.sluice.exchange.Exchange;
import io.sluice.exchange.Idempotence;
import io.sluice.exchange.Kind;
import io.sluice.exchange.Tier;
import io.sluice.hint.HintOptions;
import io.sluice.hint.Hints;
import io.sluice.time.Deadline;
import io.sluice.time.Randomness;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.stream.Stream;

/**
 * A real lane under a virtual clock, and a context that runs what it was handed when it is told to.
 * The clock starts shortly before it wraps, where only subtraction compares rightly.
 */
final class JourneyRig {
  static final long MILLI = 1_000_000L;
  static final long SECOND = 1000 * MILLI;

  private final Queue<Runnable> handedOver = new ArrayDeque<>();
  private final ServiceTime serviceTime = new ServiceTime();
  private int journeys;

  /** Two of them, which is few. */
  final StreamSlots streams = new StreamSlots(2);

  final Executor home = handedOver::add;
  final Lane lane;
  long nowNanos = Long.MAX_VALUE - 20 * MILLI;

  Randomness randomness = () -> 0.5;

  // What the next journey is like.
  Kind kind = Kind.READ;
  Tier tier = Tier.P1;
  Idempotence idempotence = Idempotence.SAFE;
  int weight = 1;
  StreamOptions streamOptions = StreamOptions.DEFAULT;
  long budgetNanos = SECOND;
  BackendPolicies backend = BackendPolicies.plain("library");

  JourneyRig(int limit, int waiters) {
    this(limit, waiters, new FixedLimit(limit));
  }

  /** With a lane that follows a limit. */
  JourneyRig(int first, int waiters, Limit limit) {
    var options = new LaneOptions(first, waiters, 0, 0, LaneOptions.Tiers.DEFAULT);
    lane = new Lane("loans", options, limit, nowNanos);
  }

  private Policies policies() {
    return new Policies(
        lane,
        serviceTime,
        new Hints(HintOptions.DEFAULT),
        () -> randomness.draw(),
        streams,
        backend);
  }

  /** Not begun yet. */
  Ride ride() {
    var route =
        new RouteOptions(
            "reserve",
            List.of(),
            "/loans",
            kind,
            tier,
            "loans",
            "library",
            Duration.ofSeconds(30),
            null,
            weight,
            true,
            Overflow.ABORT,
            Auth.NONE,
            List.of(),
            List.of(),
            streamOptions);
    var plan = new RoutePlan(route, each -> Duration.ofMillis(each == Tier.P0 ? 100 : 50));
    Deadline deadline = Deadline.after(budgetNanos, nowNanos);
    var exchange =
        new Exchange(
            "r" + journeys++, "reserve", "loans", tier, kind, idempotence, deadline, nowNanos);
    return new Ride(this, new Journey(exchange, plan, policies()), weight);
  }

  Ride begun() {
    Ride ride = ride();
    ride.begin();
    return ride;
  }

  /** As many as fill the lane; P0 may use all of it. */
  List<Ride> fillWithP0(int count) {
    Tier before = tier;
    tier = Tier.P0;
    List<Ride> rides = Stream.generate(this::begun).limit(count).toList();
    tier = before;
    return rides;
  }

  void pass(long nanos) {
    nowNanos += nanos;
  }

  /** Runs what was handed to the context, and what that hands over in turn. */
  void runHome() {
    for (Runnable next = handedOver.poll(); next != null; next = handedOver.poll()) {
      next.run();
    }
  }

  boolean homeIsIdle() {
    return handedOver.isEmpty();
  }

  int inFlight() {
    return lane.snapshot(nowNanos).inFlight();
  }

  int waiting() {
    return lane.snapshot(nowNanos).tiers().stream().mapToInt(each -> each.waiting()).sum();
  }

  long duplicateEnds() {
    return lane.snapshot(nowNanos).duplicateEnds();
  }

  double completionsPerSecond() {
    return lane.snapshot(nowNanos).completionsPerSecond();
  }

  long expectedServiceNanos() {
    return serviceTime.expectedNanos(nowNanos);
  }
}
