package io.sluice.admit;

import static io.sluice.admit.VirtualTime.MILLIS;
import static io.sluice.admit.VirtualTime.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.Tier;
import io.sluice.options.LaneLimit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Waits that take more than 30 % of what clients have, on a lane that is full for ever. */
class LaneWaitShorteningTest {
  private static AskBuilder hurried() {
    return new AskBuilder(Tier.P1).budgetNanos(120 * MILLIS);
  }

  private long nowNanos = Seed.printed("shortening").nextLong();

  private Lane full(PolicyMode mode) {
    var tiers = new NaiveShares(4, 0, 0, 0, 0, 100).tiers();
    var options =
        new LaneOptions(new LaneLimit(4), 64, 0, 0, tiers, null, CoDelOptions.DEFAULT, mode);
    Lane lane = new Lane("loans", options, nowNanos);
    Lanes.admit(lane, Tier.P1, 4, nowNanos);
    return lane;
  }

  /** For so many seconds each waits to its end, which is after 50 of its client's 120 ms. */
  private void expire(Lane lane, int seconds) {
    for (int i = 0; i < 10 * seconds; i++) {
      Ticket ticket = Lanes.queue(lane, hurried(), 1, nowNanos).getFirst();
      nowNanos = ticket.untilNanos();
      lane.expire(ticket, nowNanos);
      nowNanos += 100 * MILLIS - (ticket.untilNanos() - ticket.queuedAtNanos());
    }
  }

  private long boundMillis(Lane lane, Tier tier) {
    return lane.snapshot(nowNanos).tiers().get(tier.rank()).waitBoundNanos() / MILLIS;
  }

  @Test
  void waitsThatAreTooLong_areShortened_untilTheyAreNot() {
    Lane lane = full(PolicyMode.ENFORCE);
    expire(lane, 20);
    // 30 % of 120 ms are 36, and two steps of a fifth lead from 50 to 32.
    assertThat(boundMillis(lane, Tier.P1)).isBetween(28L, 36L);
    assertThat(boundMillis(lane, Tier.P0)).as("nobody of it has waited").isEqualTo(100);
    Ticket next = Lanes.queue(lane, hurried(), 1, nowNanos).getFirst();
    assertThat(next.untilNanos() - nowNanos).isBetween(28 * MILLIS, 36 * MILLIS);
  }

  @Test
  void waitsComeBackSlowly() {
    Lane lane = full(PolicyMode.ENFORCE);
    expire(lane, 20);
    nowNanos += 5 * SECONDS;
    assertThat(boundMillis(lane, Tier.P1)).isLessThan(50);
    nowNanos += 60 * SECONDS;
    assertThat(boundMillis(lane, Tier.P1)).isEqualTo(50);
  }

  @Test
  void whoWaitsAsLongAsItsDeadlineLets_isNotShortened_andDoesNotShorten() {
    Lane lane = full(PolicyMode.ENFORCE);
    AskBuilder patient = hurried().waitNanos(Long.MAX_VALUE);
    for (int i = 0; i < 50; i++) {
      Ticket ticket = Lanes.queue(lane, patient, 1, nowNanos).getFirst();
      assertThat(ticket.untilNanos() - nowNanos).isEqualTo(60 * MILLIS);
      nowNanos = ticket.untilNanos();
      lane.expire(ticket, nowNanos);
    }
    assertThat(boundMillis(lane, Tier.P1)).isEqualTo(50);
  }

  @ParameterizedTest
  @EnumSource(
      value = PolicyMode.class,
      names = {"SHADOW", "OFF"})
  void unlessEnforced_everybodyWaitsAsConfigured(PolicyMode mode) {
    Lane lane = full(mode);
    expire(lane, 20);
    assertThat(boundMillis(lane, Tier.P1)).isEqualTo(50);
    double share = lane.snapshot(nowNanos).tiers().get(1).waitShare();
    if (mode == PolicyMode.SHADOW) {
      assertThat(share).isLessThan(0.8);
    } else {
      assertThat(share).isEqualTo(1);
    }
  }
}
