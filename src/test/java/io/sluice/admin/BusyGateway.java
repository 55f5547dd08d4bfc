package io.sluice.admin;

import io.sluice.admit.Ask;
import io.sluice.admit.CoDelOptions;
import io.sluice.admit.Ending;
import io.sluice.admit.Lane;
import io.sluice.admit.LaneOptions;
import io.sluice.admit.Permit;
import io.sluice.admit.PolicyMode;
import io.sluice.admit.Shed;
import io.sluice.admit.Ticket;
import io.sluice.admit.limit.LimitOptions;
import io.sluice.admit.limit.LimitOptions.Algorithm;
import io.sluice.admit.limit.LimitOptions.Mode;
import io.sluice.balance.BalanceOptions;
import io.sluice.balance.EjectionOptions;
import io.sluice.balance.Fleet;
import io.sluice.balance.FleetListener;
import io.sluice.balance.FleetOptions;
import io.sluice.balance.Member;
import io.sluice.balance.Result;
import io.sluice.breaker.BreakerListener;
import io.sluice.breaker.BreakerOptions;
import io.sluice.breaker.CallResult;
import io.sluice.breaker.CircuitBreaker;
import io.sluice.breaker.Passage;
import io.sluice.exchange.Exchange;
import io.sluice.exchange.FallbackKind;
import io.sluice.exchange.Idempotence;
import io.sluice.exchange.Kind;
import io.sluice.exchange.Outcome;
import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import io.sluice.observe.Meters;
import io.sluice.observe.RouteMeters;
import io.sluice.observe.WorkerGauges;
import io.sluice.options.LaneLimit;
import io.sluice.options.Share;
import io.sluice.time.Deadline;
import io.sluice.time.NanoClock;
import java.time.Duration;
import java.util.List;

/** A lane and meters after a while of work, at a time that a test moves. */
final class BusyGateway {
  static final long MILLI = 1_000_000L;

  final Meters meters = new Meters();
  private long nowNanos;
  final NanoClock clock = () -> nowNanos;
  final Lane lane;

  private final RouteMeters loans = meters.route("loans", "core", "library");
  private final RouteMeters clicks = meters.route("clicks", "core", "warehouse");

  /** Lane {@code core}: 4 permits of which P0 keeps 2, and 64 waiters. */
  BusyGateway(long startNanos) {
    nowNanos = startNanos;
    lane = new Lane("core", new LaneOptions(4, 64, 4, 0, LaneOptions.Tiers.DEFAULT), nowNanos);
  }

  /** Backend {@code library}: two endpoints that answer, and one that has failed five times. */
  Fleet fleet() {
    var options = new FleetOptions(BalanceOptions.DEFAULT, EjectionOptions.DEFAULT, Duration.ZERO);
    var fleet = new Fleet("library", options, FleetListener.NONE);
    fleet.join("10.0.0.1:80", nowNanos).begun();
    fleet.join("10.0.0.2:80", nowNanos);
    Member dead = fleet.join("10.0.0.3:80", nowNanos);
    for (int i = 0; i < 5; i++) {
      dead.begun();
      dead.ended(Result.CONNECT_FAILED, nowNanos, nowNanos);
    }
    return fleet;
  }

  /** That of {@code library}: closed, opened by three failures in a row for 200 ms. */
  CircuitBreaker breaker() {
    var options =
        new BreakerOptions(
            3,
            Share.parse("50%"),
            null,
            Duration.ofMillis(50),
            Duration.ofSeconds(1),
            20,
            List.of(500),
            BreakerOptions.Counting.CALL,
            Duration.ofMillis(200),
            Duration.ofMillis(100));
    return new CircuitBreaker("library", options, BreakerListener.NONE, nowNanos);
  }

  /** As many calls fail, or until it is open. */
  void fail(CircuitBreaker breaker, int calls) {
    for (int i = 0; i < calls; i++) {
      if (breaker.enter(nowNanos) instanceof Passage passage) {
        breaker.end(passage, CallResult.FAILURE, MILLI, nowNanos);
      }
    }
  }

  /** Lane {@code shadowed}: 9 permits, beside a limit that has just been lowered from 20 to 18. */
  Lane shadowed() {
    var lowered = new Lane("shadowed", options(new LaneLimit(9), Mode.SHADOW), nowNanos);
    calls(lowered);
    return lowered;
  }

  /** Lane {@code moving}: a limit that has just been lowered from 20 to 18. */
  Lane moving() {
    var lowered = new Lane("moving", options(LaneLimit.ADAPTIVE, Mode.ENFORCE), nowNanos);
    calls(lowered);
    return lowered;
  }

  private static LaneOptions options(LaneLimit limit, Mode mode) {
    var adaptive = new LimitOptions(Algorithm.AIMD, mode, 4, 200, 20, Duration.ofMillis(1));
    return new LaneOptions(
        limit,
        64,
        0,
        0,
        LaneOptions.Tiers.DEFAULT,
        adaptive,
        CoDelOptions.DEFAULT,
        PolicyMode.ENFORCE);
  }

  /** A window full of calls that take longer than is healthy. */
  private void calls(Lane through) {
    for (int i = 0; i < 50; i++) {
      Permit permit = (Permit) through.offer(ask(request(Tier.P0)), nowNanos);
      advance(5 * MILLI);
      through.end(permit, Ending.SUCCESS, 5 * MILLI, nowNanos);
    }
  }

  void advance(long nanos) {
    nowNanos += nanos;
  }

  /**
   * Four P0 enter, a fifth waits 10 ms for the first to end, a P1 goes on waiting, a P2 is refused;
   * one permit is ended twice; one request times out; telemetry loses one of two.
   */
  void work() {
    Exchange first = request(Tier.P0);
    loans.started(first, nowNanos);
    Permit permit = (Permit) lane.offer(ask(first), nowNanos);
    loans.attempt(first, nowNanos);
    for (int i = 0; i < 3; i++) {
      Exchange other = request(Tier.P0);
      loans.started(other, nowNanos);
      lane.offer(ask(other), nowNanos);
    }
    Exchange fifth = request(Tier.P0);
    loans.started(fifth, nowNanos);
    Ticket ticket = (Ticket) lane.offer(ask(fifth), nowNanos);
    long queuedNanos = nowNanos;
    lane.offer(ask(request(Tier.P1)), nowNanos);

    refuseOne();

    advance(10 * MILLI);
    lane.end(permit, Ending.SUCCESS, nowNanos);
    lane.end(permit, Ending.SUCCESS, nowNanos);
    loans.ended(first, new Outcome.Answered(200), nowNanos);
    lane.claim(ticket, nowNanos);
    loans.waited(fifth, queuedNanos, nowNanos);
    loans.attempt(fifth, nowNanos);
    advance(20 * MILLI);
    loans.attempt(fifth, nowNanos);
    loans.ended(fifth, new Outcome.Failed(Reason.OUTCOME_UNKNOWN), nowNanos);

    streams();
    standIns();
    telemetry();
    telemetry();
    clicks.completed();
    beforeAnyRoute();
  }

  /** A P2 comes again to a lane that is full. */
  void refuseOne() {
    Exchange rejected = request(Tier.P2);
    loans.started(rejected, nowNanos);
    loans.repeated(rejected);
    Shed shed = (Shed) lane.offer(ask(rejected), nowNanos);
    loans.ended(
        rejected,
        new Outcome.Refused(shed.reason(), null, shed.inFlight(), shed.limit(), shed.waiting()),
        nowNanos + MILLI);
  }

  /** Two end, of which one was too quiet, and one is still open. */
  private void streams() {
    for (int i = 0; i < 3; i++) {
      loans.streams().opened();
    }
    loans.streams().closed(null);
    loans.streams().closed(Reason.STREAM_IDLE);
  }

  /** Of a route of its own: a copy, an advice to use the client's own, an answer once more. */
  private void standIns() {
    RouteMeters titles = meters.route("titles", "core", "library");
    Exchange read = request(Tier.P1);
    for (Outcome outcome :
        List.of(
            new Outcome.FellBack(FallbackKind.CACHED, 200, Reason.UPSTREAM_TIMEOUT),
            new Outcome.Replayed(201))) {
      titles.started(read, nowNanos);
      titles.ended(read, outcome, nowNanos);
    }
    titles.advised(read, Reason.LANE_FULL);
    meters.backend("library").targetEnded("mail", "2xx");
  }

  private void telemetry() {
    Exchange click = request(Tier.P2);
    clicks.started(click, nowNanos);
    clicks.taken();
    clicks.ended(click, new Outcome.Taken(), nowNanos);
  }

  private void beforeAnyRoute() {
    meters.faults().of(Reason.NO_ROUTE).seen();
    meters.faults().of(Reason.BAD_REQUEST, "obsolete-fold").seen();
    meters.backend("library").failedOver();
    meters.backend("library").lookupFailed();
    meters.junkDeadlineHeader();
    meters.connections().opened();
    meters.connections().opened();
    meters.connections().closed();
    meters.connections().refused();
    meters.loopLag(0).record(3 * MILLI, nowNanos);
  }

  private Exchange request(Tier tier) {
    return new Exchange(
        "id",
        "loans",
        "core",
        tier,
        Kind.WRITE,
        Idempotence.UNSAFE,
        Deadline.after(1_000 * MILLI, nowNanos),
        nowNanos);
  }

  private static Ask ask(Exchange exchange) {
    return new Ask(
        exchange.tier(),
        1,
        100 * MILLI,
        exchange.deadline(),
        0,
        exchange.route(),
        Runnable::run,
        _ -> {});
  }

  /** Four workers, three of them busy. */
  static WorkerGauges workers() {
    return new WorkerGauges() {
      @Override
      public int workers() {
        return 4;
      }

      @Override
      public int running() {
        return 3;
      }

      @Override
      public int queued() {
        return 2;
      }

      @Override
      public long rejected() {
        return 1;
      }
    };
  }
}
