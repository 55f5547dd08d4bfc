package io.sluice.admit;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import java.util.EnumSet;
import java.util.Set;

/**
 * What the specification promises of single events, judged from two snapshots of the lane alone: it
 * knows nothing of how the lane, or the model of it, comes to its decisions.
 */
final class LaneInvariants {
  private static final Set<Reason> P0_OWN_REASONS =
      EnumSet.of(Reason.TOO_HEAVY, Reason.DEADLINE_UNREACHABLE);

  private LaneInvariants() {}

  static void offered(Ask ask, Decision decision, LaneSnapshot before, LaneSnapshot after) {
    Tier tier = ask.tier();
    boolean p0Waited = before.tiers().get(0).waiting() > 0;
    boolean p1Waited = before.tiers().get(1).waiting() > 0;
    switch (decision) {
      case Permit permit -> {
        assertThat(after.inFlight()).isLessThanOrEqualTo(after.limit());
        assertThat(p0Waited).as("overtook a P0").isFalse();
        assertThat(p1Waited && tier != Tier.P0).as("overtook a P1").isFalse();
        assertThat(permit.weight()).isEqualTo(ask.weight());
      }
      case Shed shed when tier == Tier.P0 && p1Waited -> {
        boolean neverWaits = ask.maxWaitNanos() == 0 && shed.reason() != Reason.TIER_CEILING;
        assertThat(neverWaits || P0_OWN_REASONS.contains(shed.reason()))
            .as("P0 refused with %s while a P1 waits", shed.reason())
            .isTrue();
      }
      case Shed shed -> assertThat(shed.limit()).isEqualTo(before.limit());
      case Ticket ticket -> assertThat(tier).isNotEqualTo(Tier.P2);
    }
  }

  /** After any event: what newly entered respects the limit and the hard reserves above it. */
  static void entered(NaiveShares shares, LaneSnapshot before, LaneSnapshot after) {
    int[] grown = new int[Tier.COUNT];
    int[] holds = new int[Tier.COUNT];
    for (int rank = 0; rank < Tier.COUNT; rank++) {
      holds[rank] = after.tiers().get(rank).inFlight();
      grown[rank] = holds[rank] - before.tiers().get(rank).inFlight();
    }
    if (grown[0] > 0 || grown[1] > 0 || grown[2] > 0) {
      assertThat(after.inFlight()).isLessThanOrEqualTo(after.limit());
    }
    if (shares.lendP0() == 0 && (grown[1] > 0 || grown[2] > 0)) {
      assertThat(holds[1] + holds[2]).isLessThanOrEqualTo(shares.limit() - shares.r0());
    }
    if (shares.lendP0() == 0 && shares.lendP1() == 0 && grown[2] > 0) {
      assertThat(holds[2]).isLessThanOrEqualTo(shares.limit() - shares.r0() - shares.r1());
    }
    if (grown[2] > 0) {
      assertThat(after.tiers().get(0).waiting() + after.tiers().get(1).waiting()).isZero();
    }
    if (grown[1] > 0) {
      assertThat(after.tiers().get(0).waiting()).as("P1 entered past a waiting P0").isZero();
    }
  }

  static void idle(LaneSnapshot snapshot) {
    assertThat(snapshot.inFlight()).isZero();
    assertThat(snapshot.oldestPermitOwner()).isNull();
    assertThat(snapshot.oldestPermitNanos()).isZero();
    assertThat(snapshot.tiers()).allMatch(tier -> tier.waiting() == 0 && tier.inFlight() == 0);
  }
}
