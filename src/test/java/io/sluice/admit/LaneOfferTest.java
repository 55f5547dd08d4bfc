package io.sluice.admit;

import static io.sluice.admit.VirtualTime.MILLIS;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LaneOfferTest {
  private final long nowNanos = Seed.printed("offer").nextLong();

  // Limit 10: 5 reserved for P0, 3 for P1, P2 shed from 8 on.
  private final Lane lane = Lanes.tiered(10, 4, nowNanos);

  @Test
  void offer_admitsP2_onlyWhatNobodyReserved() {
    assertThat(reasonsOf(Tier.P2, 3)).containsExactly(null, null, Reason.TIER_CEILING);
  }

  @Test
  void offer_shedsP2_whenUtilisationReachesWatermark() {
    admit(Tier.P0, 8);
    assertThat(reasonsOf(Tier.P2, 1)).containsExactly(Reason.WATERMARK);
  }

  @Test
  void offer_admitsP0_toEveryPermitOfTheLane() {
    admit(Tier.P0, 10);
    assertThat(lane.snapshot(nowNanos).inFlight()).isEqualTo(10);
    assertThat(lane.offer(ask(Tier.P0), nowNanos)).isInstanceOf(Ticket.class);
  }

  @Test
  void offer_keepsHalfTheLaneForP0_evenWhenP1CouldUseIt() {
    admit(Tier.P1, 5);
    assertThat(lane.offer(ask(Tier.P1), nowNanos)).isInstanceOf(Ticket.class);
    assertThat(lane.offer(ask(Tier.P0), nowNanos)).isInstanceOf(Permit.class);
  }

  @Test
  void offer_shedsP2_whileSomeoneWaits_evenBelowTheWatermark() {
    admit(Tier.P1, 5);
    assertThat(lane.offer(ask(Tier.P1), nowNanos)).isInstanceOf(Ticket.class);
    assertThat(reasonsOf(Tier.P2, 1)).containsExactly(Reason.WAITERS_AHEAD);
  }

  @Test
  void offer_saysLaneFull_toWhoeverDoesNotWait() {
    admit(Tier.P0, 10);
    Ask impatient = new AskBuilder(Tier.P1).waitNanos(0).at(nowNanos);
    assertThat(Lanes.reason(lane.offer(impatient, nowNanos))).isEqualTo(Reason.LANE_FULL);
  }

  @Test
  void offer_shedsAtOnce_whatCannotBeAnsweredInTimeEvenWithoutWaiting() {
    Ask hopeless =
        new AskBuilder(Tier.P0).budgetNanos(30 * MILLIS).serviceNanos(30 * MILLIS).at(nowNanos);
    assertThat(Lanes.reason(lane.offer(hopeless, nowNanos))).isEqualTo(Reason.DEADLINE_UNREACHABLE);
  }

  @Test
  void wait_isBoundedByItsOwnBound_halfOfWhatIsLeft_andTheServiceTimeToCome() {
    admit(Tier.P0, 10);
    AskBuilder patient = new AskBuilder(Tier.P0).waitNanos(100 * MILLIS);
    assertThat(waitOf(patient.budgetNanos(1000 * MILLIS))).isEqualTo(100 * MILLIS);
    assertThat(waitOf(patient.budgetNanos(120 * MILLIS))).isEqualTo(60 * MILLIS);
    assertThat(waitOf(patient.serviceNanos(110 * MILLIS))).isEqualTo(10 * MILLIS);
  }

  @Test
  void shed_carriesTheNumbersItWasDecidedOn() {
    admit(Tier.P0, 10);
    assertThat(lane.offer(ask(Tier.P0), nowNanos)).isInstanceOf(Ticket.class);
    var shed = (Shed) lane.offer(ask(Tier.P2), nowNanos);
    assertThat(shed)
        .isEqualTo(
            new Shed(Reason.WATERMARK, Tier.P2, 10, 10, 1, Long.MAX_VALUE, Long.MAX_VALUE, 0));
    assertThat(shed.worthRetrying()).isTrue();
  }

  @Test
  void shed_saysHowLongTheLaneNeeds_onceItHasSeenCompletions() {
    long laterNanos = nowNanos + 500 * MILLIS;
    for (int i = 0; i < 5; i++) {
      for (Permit permit : Lanes.admit(lane, Tier.P0, 10, laterNanos)) {
        lane.end(permit, Ending.SUCCESS, laterNanos);
      }
    }
    admit(Tier.P0, 10);
    // 50 in half a second are 100/s; ten in flight, one shed so far.
    var shed = (Shed) lane.offer(ask(Tier.P2), laterNanos);
    assertThat(shed.drainNanos()).isEqualTo(100 * MILLIS);
    assertThat(shed.spreadNanos()).isEqualTo(10 * MILLIS);
  }

  private void admit(Tier tier, int count) {
    assertThat(Lanes.admit(lane, tier, count, nowNanos)).hasSize(count);
  }

  private long waitOf(AskBuilder asking) {
    return ((Ticket) lane.offer(asking.at(nowNanos), nowNanos)).untilNanos() - nowNanos;
  }

  private List<@Nullable Reason> reasonsOf(Tier tier, int offers) {
    var reasons = new ArrayList<@Nullable Reason>();
    for (int i = 0; i < offers; i++) {
      reasons.add(Lanes.reason(lane.offer(ask(tier), nowNanos)));
    }
    return reasons;
  }

  private Ask ask(Tier tier) {
    return new AskBuilder(tier).at(nowNanos);
  }
}
