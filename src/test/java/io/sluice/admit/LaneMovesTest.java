package io.sluice.admit;

import static io.sluice.admit.VirtualTime.MILLIS;
import static io.sluice.admit.VirtualTime.SECONDS;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.admit.limit.Limit;
import io.sluice.admit.limit.LimitOptions;
import io.sluice.admit.limit.LimitOptions.Algorithm;
import io.sluice.admit.limit.LimitOptions.Mode;
import io.sluice.admit.limit.Move;
import io.sluice.admit.limit.Sample;
import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import io.sluice.options.LaneLimit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A lane that follows a limit: what the limit is shown, and what its moves do. */
class LaneMovesTest {
  private static final LaneOptions OPTIONS =
      new LaneOptions(4, 64, 0, 0, new NaiveShares(4, 0, 0, 0, 0, 100).tiers());

  private long nowNanos = Seed.printed("moves").nextLong();

  private Lane following(Limit limit) {
    return new Lane("loans", OPTIONS, limit, nowNanos);
  }

  /** Calls of 5 ms, one after the other, over the rest of a window of 250 ms and into the next. */
  private void window(Lane lane) {
    calls(lane, 50, 5 * MILLIS);
  }

  private void calls(Lane lane, int times, long nanos) {
    for (int i = 0; i < times; i++) {
      Permit permit = (Permit) lane.offer(new AskBuilder(Tier.P0).at(nowNanos), nowNanos);
      nowNanos += nanos;
      lane.end(permit, Ending.SUCCESS, nanos, nowNanos);
    }
  }

  @Test
  void window_showsWhatCameBack_andWhatWasInFlight() {
    var limit = new ScriptedLimit(8);
    window(following(limit));

    Sample seen = limit.seen.getFirst();
    assertThat(seen.nanos()).isEqualTo(250 * MILLIS);
    assertThat(seen.samples()).isEqualTo(50);
    assertThat(seen.completed()).isEqualTo(50);
    assertThat(seen.medianNanos()).isBetween(49 * MILLIS / 10, 51 * MILLIS / 10);
    assertThat(seen.meanInFlight()).isCloseTo(1, within(1e-6));
    assertThat(seen.peakInFlight()).isEqualTo(1);
    assertThat(seen.drops()).isZero();
    assertThat(seen.saturated()).isFalse();
  }

  @Test
  void endsWithoutAMeasurement_areNoSamples() {
    var limit = new ScriptedLimit(8);
    Lane lane = following(limit);
    List<Permit> held = Lanes.admit(lane, Tier.P0, 3, nowNanos);
    nowNanos += MILLIS;
    lane.end(held.get(0), Ending.IGNORED, MILLIS, nowNanos);
    lane.end(held.get(1), Ending.SUCCESS, nowNanos);
    lane.end(held.get(2), Ending.DROPPED, MILLIS, nowNanos);
    nowNanos += 6 * SECONDS;
    lane.offer(new AskBuilder(Tier.P0).at(nowNanos), nowNanos);

    assertThat(limit.seen.getFirst().samples()).isZero();
    assertThat(limit.seen.getFirst().drops()).isEqualTo(1);
    assertThat(lane.snapshot(nowNanos).duplicateEnds()).isZero();
  }

  @Test
  void secondEndOfAPermit_isNoSample() {
    var limit = new ScriptedLimit(8);
    Lane lane = following(limit);
    Permit permit = Lanes.admit(lane, Tier.P0, 1, nowNanos).getFirst();
    lane.end(permit, Ending.SUCCESS, MILLIS, nowNanos);
    lane.end(permit, Ending.SUCCESS, MILLIS, nowNanos);
    nowNanos += 6 * SECONDS;
    lane.offer(new AskBuilder(Tier.P0).at(nowNanos), nowNanos);
    assertThat(limit.seen.getFirst().samples()).isEqualTo(1);
  }

  @Test
  void rise_isHandedOutWithTheEndThatClosesTheWindow() {
    Lane lane = following(new ScriptedLimit(4, 6));
    calls(lane, 49, 5 * MILLIS);
    List<Permit> held = Lanes.admit(lane, Tier.P0, 4, nowNanos);
    List<Ticket> waiters = Lanes.queue(lane, new AskBuilder(Tier.P0), 4, nowNanos);
    nowNanos += 5 * MILLIS;
    lane.end(held.getFirst(), Ending.SUCCESS, 5 * MILLIS, nowNanos);

    assertThat(waiters)
        .extracting(Ticket::state)
        .containsExactly(
            Ticket.State.GRANTED, Ticket.State.GRANTED, Ticket.State.GRANTED, Ticket.State.WAITING);
    assertThat(lane.snapshot(nowNanos).limit()).isEqualTo(6);
  }

  @Test
  void fall_refusesWaitersThatNoLongerFit_andTellsThemOutsideTheLock() {
    var told = new ArrayList<Ticket>();
    Lane lane = following(new ScriptedLimit(4, 2));
    calls(lane, 49, 5 * MILLIS);
    List<Permit> held = Lanes.admit(lane, Tier.P0, 4, nowNanos);
    Ticket heavy =
        Lanes.queue(lane, new AskBuilder(Tier.P1).weight(3).onSettled(told::add), 1, nowNanos)
            .getFirst();
    nowNanos += 5 * MILLIS;
    lane.end(held.getFirst(), Ending.SUCCESS, 5 * MILLIS, nowNanos);

    assertThat(Lanes.lostFor(heavy)).isEqualTo(Reason.TOO_HEAVY);
    assertThat(told).containsExactly(heavy);
    assertThat(lane.snapshot(nowNanos).limit()).isEqualTo(2);
  }

  @Test
  void moveWithinAnInteger_isNone() {
    Lane lane = following(new ScriptedLimit(4.2, 4.9, 5.1));
    window(lane);
    assertThat(lane.moves()).isEmpty();
    window(lane);
    assertThat(lane.moves()).hasSize(1);
    assertThat(lane.moves().getFirst().from()).isEqualTo(4);
    assertThat(lane.moves().getFirst().to()).isEqualTo(5);
  }

  @Test
  void moves_areKeptCountedAndTold_withTheirReasonAndTheirWindow() {
    var told = new ArrayList<LimitMove>();
    var aimd = new LimitOptions(Algorithm.AIMD, Mode.ENFORCE, 4, 200, 20, Duration.ofMillis(1));
    var options =
        new LaneOptions(
            LaneLimit.ADAPTIVE,
            64,
            0,
            0,
            LaneOptions.Tiers.DEFAULT,
            aimd,
            CoDelOptions.DEFAULT,
            PolicyMode.ENFORCE);
    var lane = new Lane("loans", options, (each, move) -> told.add(move), nowNanos);
    assertThat(lane.snapshot(nowNanos).limit()).isEqualTo(20);
    window(lane);
    window(lane);

    LimitState state = requireNonNull(lane.snapshot(nowNanos).moving());
    assertThat(state.enforced()).isTrue();
    assertThat(state.value()).isCloseTo(16.2, within(1e-9));
    assertThat(state.verdicts()).containsExactly(Map.entry(Move.Why.UNHEALTHY, 2L));
    assertThat(state.moves()).containsExactly(Map.entry(Move.Why.UNHEALTHY, 2L));
    LimitMove last = requireNonNull(state.last());
    assertThat(last.from()).isEqualTo(18);
    assertThat(last.to()).isEqualTo(16);
    assertThat(last.why()).isEqualTo(Move.Why.UNHEALTHY);
    assertThat(last.window().samples()).isEqualTo(50);
    assertThat(last.atNanos()).isEqualTo(nowNanos);
    assertThat(told).isEqualTo(lane.moves()).hasSize(2);
  }

  @Test
  void history_keepsTheLastFifty() {
    double[] upAndDown = new double[60];
    for (int i = 0; i < 60; i++) {
      upAndDown[i] = 5 + i;
    }
    Lane lane = following(new ScriptedLimit(4, upAndDown));
    for (int i = 0; i < 60; i++) {
      window(lane);
    }
    assertThat(lane.moves()).hasSize(50);
    assertThat(lane.moves().getFirst().from()).isEqualTo(14);
    assertThat(lane.moves().getLast().to()).isEqualTo(64);
  }

  @Test
  void shadow_isFedAndShown_whileTheNumberStaysInForce() {
    var options =
        new LaneOptions(
            new LaneLimit(9),
            64,
            0,
            0,
            LaneOptions.Tiers.DEFAULT,
            new LimitOptions(Algorithm.AIMD, Mode.SHADOW, 4, 200, 20, Duration.ofMillis(1)),
            CoDelOptions.DEFAULT,
            PolicyMode.ENFORCE);
    var lane = new Lane("loans", options, nowNanos);
    window(lane);

    LaneSnapshot snapshot = lane.snapshot(nowNanos);
    assertThat(snapshot.limit()).isEqualTo(9);
    LimitState shadow = requireNonNull(snapshot.moving());
    assertThat(shadow.enforced()).isFalse();
    assertThat(shadow.value()).isEqualTo(18);
    assertThat(requireNonNull(shadow.last()).from()).isEqualTo(20);
  }

  @Test
  void limitWellBelowWhatItHasBeen_saysSo_untilThatIsTheUsual() {
    Lane lane = following(new ScriptedLimit(40, 40, 19));
    window(lane);
    assertThat(lane.isShrunk()).isFalse();
    window(lane);
    calls(lane, 1, 5 * MILLIS);
    assertThat(lane.snapshot(nowNanos).limit()).isEqualTo(19);
    assertThat(lane.isShrunk()).isTrue();
    for (int i = 0; i < 240; i++) {
      window(lane); // a minute of them
    }
    assertThat(lane.isShrunk()).isFalse();
  }

  @Test
  void fixedNumber_isNeverShrunk() {
    var lane = new Lane("loans", OPTIONS, nowNanos);
    lane.limitChanged(1, nowNanos);
    window(lane);
    assertThat(lane.isShrunk()).isFalse();
  }

  @Test
  void fixedNumber_hasNothingToShow() {
    Lane lane = new Lane("loans", OPTIONS, nowNanos);
    window(lane);
    assertThat(lane.snapshot(nowNanos).moving()).isNull();
    assertThat(lane.moves()).isEmpty();
  }

  @Test
  void arrivals_closeWindows_whoseCallsAllHang() {
    var limit = new ScriptedLimit(4);
    Lane lane = following(limit);
    Lanes.admit(lane, Tier.P0, 4, nowNanos);
    nowNanos += 6 * SECONDS;
    lane.offer(new AskBuilder(Tier.P2).at(nowNanos), nowNanos);
    assertThat(limit.seen).hasSize(1);
    assertThat(limit.seen.getFirst().meanInFlight()).isCloseTo(4, within(1e-6));
  }

  @Test
  void timeInWhichNobodyCame_isNoWindow() {
    var limit = new ScriptedLimit(4);
    Lane lane = following(limit);
    calls(lane, 10, MILLIS);
    nowNanos += 3600 * SECONDS;
    calls(lane, 10, MILLIS);
    assertThat(limit.seen).isEmpty();
  }

  // ---- saturation

  private boolean saturatedAfter(Lane lane, ScriptedLimit limit, List<Permit> held) {
    lane.end(held.getFirst(), Ending.SUCCESS, MILLIS, nowNanos);
    nowNanos += 6 * SECONDS;
    lane.offer(new AskBuilder(Tier.P0).at(nowNanos), nowNanos);
    return limit.seen.getFirst().saturated();
  }

  @Test
  void refusalByACeiling_saturatesTheWindow() {
    var limit = new ScriptedLimit(4);
    Lane lane = following(limit);
    List<Permit> held = Lanes.admit(lane, Tier.P0, 4, nowNanos);
    Decision shed = lane.offer(new AskBuilder(Tier.P2).at(nowNanos), nowNanos);
    assertThat(Lanes.reason(shed)).isEqualTo(Reason.WATERMARK);
    assertThat(saturatedAfter(lane, limit, held)).isTrue();
  }

  @Test
  void waitForACeiling_saturatesTheWindow_andTheNextIfItGoesOn() {
    var limit = new ScriptedLimit(4);
    Lane lane = following(limit);
    List<Permit> held = Lanes.admit(lane, Tier.P0, 4, nowNanos);
    AskBuilder patient = new AskBuilder(Tier.P0).waitNanos(60 * SECONDS).budgetNanos(600 * SECONDS);
    Lanes.queue(lane, patient, 2, nowNanos);
    assertThat(saturatedAfter(lane, limit, held)).isTrue();
    nowNanos += 6 * SECONDS;
    lane.end(held.get(1), Ending.SUCCESS, MILLIS, nowNanos);
    assertThat(limit.seen.get(1).saturated()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(names = {"TOO_HEAVY", "DEADLINE_UNREACHABLE", "ABORTED"})
  void refusalThatAHigherLimitWouldNotSpare_doesNot(Reason reason) {
    var limit = new ScriptedLimit(4);
    Lane lane = following(limit);
    List<Permit> held = Lanes.admit(lane, Tier.P0, 3, nowNanos);
    switch (reason) {
      case TOO_HEAVY -> lane.offer(new AskBuilder(Tier.P0).weight(5).at(nowNanos), nowNanos);
      case DEADLINE_UNREACHABLE ->
          lane.offer(
              new AskBuilder(Tier.P0).budgetNanos(MILLIS).serviceNanos(2 * MILLIS).at(nowNanos),
              nowNanos);
      default -> lane.refuse(Reason.ABORTED, Tier.P0, nowNanos);
    }
    assertThat(saturatedAfter(lane, limit, held)).isFalse();
  }

  @Test
  void roomForEverybody_doesNot() {
    var limit = new ScriptedLimit(4);
    Lane lane = following(limit);
    assertThat(saturatedAfter(lane, limit, Lanes.admit(lane, Tier.P0, 4, nowNanos))).isFalse();
  }
}
