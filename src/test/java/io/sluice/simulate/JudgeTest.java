package io.sluice.simulate;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.admit.LaneOptions;
import io.sluice.admit.LaneSnapshot;
import io.sluice.admit.LaneSnapshot.TierSnapshot;
import io.sluice.admit.limit.Limit;
import io.sluice.admit.limit.LimitOptions;
import io.sluice.admit.limit.Move;
import io.sluice.admit.limit.Sample;
import io.sluice.exchange.Exchange;
import io.sluice.exchange.Idempotence;
import io.sluice.exchange.Kind;
import io.sluice.exchange.Outcome;
import io.sluice.exchange.Reason;
import io.sluice.exchange.RetryHint;
import io.sluice.exchange.Tier;
import io.sluice.journey.Action;
import io.sluice.time.Deadline;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The checks can fail: each is shown what it is there to find. */
class JudgeTest {
  private static final long NOW = -5;
  private static final long SECOND = 1_000_000_000L;

  private final Verdicts verdicts = new Verdicts();

  /** Limit 20 with hard reserves: 10 for P0, 6 for P1, the watermark at 16. */
  private final Judge judge =
      new Judge("it", new LaneOptions(20, 64, 0, 0, LaneOptions.Tiers.DEFAULT), verdicts);

  private static LaneSnapshot lane(int limit, int[] inFlight, int... waiting) {
    var tiers = new ArrayList<TierSnapshot>();
    for (int i = 0; i < Tier.COUNT; i++) {
      int waits = i < waiting.length ? waiting[i] : 0;
      tiers.add(new TierSnapshot(inFlight[i], waits, 0, 1, 0, 0, 0, 0));
    }
    return new LaneSnapshot(limit, tiers, 0, 0, 0, null, false, 0, null);
  }

  private static int[] inFlight(int p0, int p1, int p2) {
    return new int[] {p0, p1, p2};
  }

  private static Exchange exchange(Tier tier) {
    return new Exchange(
        "x", "r", "it", tier, Kind.READ, Idempotence.SAFE, Deadline.after(SECOND, NOW), NOW);
  }

  private void admitted(Tier tier, LaneSnapshot now) {
    admitted(tier, now, 900, NOW);
  }

  private void admitted(Tier tier, LaneSnapshot now, long forwardMillis, long nowNanos) {
    Exchange exchange = exchange(tier);
    judge.called(
        exchange, 1, new Action.Attempt(exchange.deadline(), forwardMillis, 1), now, nowNanos);
  }

  private void refused(Tier tier, Reason reason, boolean waits, LaneSnapshot now) {
    var outcome = new Outcome.Refused(reason, null, 0, 0, 0);
    judge.refused(exchange(tier), 1, waits, outcome, now);
  }

  private List<Invariant> violated() {
    return verdicts.all().entrySet().stream()
        .filter(each -> each.getValue().violated() > 0)
        .map(java.util.Map.Entry::getKey)
        .toList();
  }

  @Test
  void goodLane_isFoundGood() {
    admitted(Tier.P0, lane(20, inFlight(12, 5, 0)));
    admitted(Tier.P1, lane(20, inFlight(0, 9, 1)));
    admitted(Tier.P2, lane(20, inFlight(0, 0, 4)));
    judge.idle(lane(20, inFlight(0, 0, 0)));
    assertThat(violated()).isEmpty();
  }

  @Test
  void moreInFlightThanTheLimit_isFound() {
    admitted(Tier.P0, lane(20, inFlight(16, 5, 0)));
    assertThat(violated()).containsExactly(Invariant.IN_FLIGHT_WITHIN_LIMIT);
  }

  @Test
  void whatWasInFlightBeforeTheLimitShrank_isNoFault() {
    admitted(Tier.P0, lane(20, inFlight(16, 2, 0)));
    admitted(Tier.P0, lane(10, inFlight(17, 2, 0)));
    assertThat(violated()).isEmpty();
    admitted(Tier.P0, lane(10, inFlight(5, 2, 0)));
    admitted(Tier.P0, lane(10, inFlight(10, 1, 0)));
    assertThat(violated()).containsExactly(Invariant.IN_FLIGHT_WITHIN_LIMIT);
  }

  @Test
  void p1InTheReserveOfP0_isFound() {
    admitted(Tier.P1, lane(20, inFlight(0, 11, 0)));
    assertThat(violated()).containsExactly(Invariant.P0_RESERVE_KEPT);
  }

  @Test
  void p2InTheReserveOfP1_isFound() {
    admitted(Tier.P2, lane(20, inFlight(0, 0, 5)));
    assertThat(violated()).containsExactly(Invariant.RESERVES_KEPT_AGAINST_P2);
  }

  @Test
  void p2BeforeWaiters_isFound() {
    admitted(Tier.P2, lane(20, inFlight(0, 0, 1), 0, 1));
    assertThat(violated()).containsExactly(Invariant.P2_ENTERS_LAST);
  }

  @Test
  void p2AboveItsWatermark_isFound() {
    admitted(Tier.P2, lane(20, inFlight(16, 0, 1)));
    assertThat(violated()).containsExactly(Invariant.WATERMARK_KEPT);
  }

  @Test
  void dispatchAfterTheDeadline_isFound() {
    admitted(Tier.P0, lane(20, inFlight(1, 0, 0)), 1, NOW + SECOND);
    assertThat(violated())
        .containsExactly(Invariant.NOTHING_DISPATCHED_LATE, Invariant.FORWARDED_DEADLINE_SHRINKS);
  }

  @Test
  void deadlineForwardedWhole_isFound() {
    admitted(Tier.P0, lane(20, inFlight(1, 0, 0)), 1000, NOW);
    assertThat(violated()).containsExactly(Invariant.FORWARDED_DEADLINE_SHRINKS);
  }

  @Test
  void p0RefusedForItsTier_orWhileAP1HasAPlace_isFound() {
    LaneSnapshot now = lane(20, inFlight(10, 0, 0), 64, 0);
    refused(Tier.P0, Reason.WAIT_EXPIRED, true, now);
    refused(Tier.P0, Reason.WAITERS_FULL, true, now);
    assertThat(violated()).isEmpty();
    for (Reason reason : List.of(Reason.TIER_CEILING, Reason.WATERMARK, Reason.WAIT_TOO_LONG)) {
      refused(Tier.P0, reason, true, now);
    }
    refused(Tier.P0, Reason.WAITERS_FULL, true, lane(20, inFlight(10, 0, 0), 63, 1));
    refused(Tier.P0, Reason.LANE_FULL, false, now);
    refused(Tier.P0, Reason.LANE_FULL, true, lane(20, inFlight(20, 0, 0)));
    assertThat(requireNonNull(verdicts.all().get(Invariant.P0_GOES_FIRST)).violated()).isEqualTo(6);
    assertThat(violated()).containsExactly(Invariant.P0_GOES_FIRST);
  }

  @Test
  void p0RefusedWhileOthersHoldItsReserve_isFound() {
    refused(Tier.P0, Reason.WAIT_EXPIRED, true, lane(20, inFlight(5, 12, 3)));
    assertThat(violated()).containsExactly(Invariant.P0_RESERVE_KEPT);
  }

  @Test
  void waitBeyondItsBound_isFound() {
    judge.waited(11, 10, lane(20, inFlight(0, 0, 0)));
    assertThat(violated()).containsExactly(Invariant.WAITS_ARE_BOUNDED);
  }

  @Test
  void permitThatIsLost_orEndedTwice_isFound() {
    judge.idle(lane(20, inFlight(0, 1, 0)));
    judge.idle(
        new LaneSnapshot(20, lane(20, inFlight(0, 0, 0)).tiers(), 0, 1, 0, null, false, 0, null));
    assertThat(requireNonNull(verdicts.all().get(Invariant.PERMITS_END_ONCE)).violated())
        .isEqualTo(2);
  }

  @Test
  void hintBelowItsFloor_isFound() {
    var hint = new RetryHint(99, 100, 1000, 0);
    var outcome = new Outcome.Refused(Reason.WATERMARK, hint, 0, 0, 0);
    judge.refused(exchange(Tier.P2), 1, false, outcome, lane(20, inFlight(0, 0, 0)));
    assertThat(violated()).containsExactly(Invariant.HINTS_ABOVE_FLOOR);
  }

  /** A limit that goes where it is sent. */
  private static final class Sent implements Limit {
    private double value = 20;
    private double next;

    @Override
    public double value() {
      return value;
    }

    @Override
    public Move next(Sample window) {
      value = next;
      return new Move(value, Move.Why.QUEUE_SHORT);
    }
  }

  private void moves(double to, long medianNanos, boolean saturated) {
    var limit = new Sent();
    limit.next = to;
    new WatchedLimit(limit, LimitOptions.DEFAULT, "it", verdicts)
        .next(new Sample(SECOND, 100, medianNanos, 100, 0, 10, 20, saturated));
  }

  @Test
  void limitBeyondItsBounds_isFound() {
    moves(21, 1, true);
    assertThat(violated()).isEmpty();
    moves(201, 1, true);
    moves(3, 1, true);
    assertThat(requireNonNull(verdicts.all().get(Invariant.LIMIT_IN_BOUNDS)).violated())
        .isEqualTo(2);
    assertThat(violated()).containsExactly(Invariant.LIMIT_IN_BOUNDS);
  }

  @Test
  void limitThatMovesUnsaturated_isFound() {
    moves(21, 1, false);
    assertThat(violated()).containsExactly(Invariant.LIMIT_HOLDS_UNSATURATED);
  }

  @Test
  void limitThatRisesUnhealthy_isFound() {
    moves(19, 2 * SECOND, true);
    assertThat(violated()).isEmpty();
    moves(21, 2 * SECOND, true);
    assertThat(violated()).containsExactly(Invariant.LIMIT_NEVER_RISES_UNHEALTHY);
  }
}
