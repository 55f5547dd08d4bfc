package io.sluice.admit;

import static io.sluice.admit.VirtualTime.MILLIS;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Bounded waiting as the specification counts it out: n permits, a wait, a service time. */
class LaneReferenceCasesTest {
  private VirtualTime time;
  private long startNanos;
  private final List<Long> startedAtMillis = new ArrayList<>();
  private final Map<Reason, List<Long>> refusedAtMillis = new EnumMap<>(Reason.class);

  @BeforeEach
  void startTheClockAnywhere() {
    startNanos = Seed.printed("reference cases").nextLong();
    time = new VirtualTime(startNanos);
  }

  @Test
  void tenPermitsWait50Work30_all20CallersSucceed_tenAfterOneWait() {
    callAtOnce(20, laneOf(10), 30 * MILLIS);
    assertThat(refusedAtMillis).isEmpty();
    assertThat(startedAtMillis)
        .hasSize(20)
        .startsWith(0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L)
        .endsWith(30L, 30L, 30L, 30L, 30L, 30L, 30L, 30L, 30L, 30L);
  }

  @Test
  void threePermitsWait50Work100_exactlyThreeRun_sevenAreRefusedAt50Millis() {
    callAtOnce(10, laneOf(3), 100 * MILLIS);
    assertThat(startedAtMillis).containsExactly(0L, 0L, 0L);
    assertThat(refusedAtMillis)
        .containsOnlyKeys(Reason.WAIT_EXPIRED)
        .containsEntry(Reason.WAIT_EXPIRED, List.of(50L, 50L, 50L, 50L, 50L, 50L, 50L));
  }

  private Lane laneOf(int permits) {
    var noReserves = new NaiveShares(permits, 0, 0, 0, 0, 100).tiers();
    return new Lane("loans", new LaneOptions(permits, 64, 0, 0, noReserves), startNanos);
  }

  private void callAtOnce(int callers, Lane lane, long workNanos) {
    for (int i = 0; i < callers; i++) {
      var ask = new AskBuilder(Tier.P1).onSettled(ticket -> settled(lane, ticket, workNanos));
      switch (lane.offer(ask.at(time.nowNanos()), time.nowNanos())) {
        case Permit permit -> work(lane, permit, workNanos);
        case Shed shed -> refused(shed);
        case Ticket ticket ->
            time.after(
                ticket.untilNanos() - time.nowNanos(),
                () -> {
                  Shed shed = lane.expire(ticket, time.nowNanos());
                  if (shed != null) {
                    refused(shed);
                  }
                });
      }
    }
    time.run(1000 * MILLIS);
    LaneSnapshot idle = lane.snapshot(time.nowNanos());
    assertThat(idle.inFlight()).isZero();
    assertThat(idle.tiers()).allMatch(tier -> tier.waiting() == 0);
  }

  private void settled(Lane lane, Ticket ticket, long workNanos) {
    Permit permit = lane.claim(ticket, time.nowNanos());
    if (permit == null) {
      refused(requireNonNull(ticket.shed()));
    } else {
      work(lane, permit, workNanos);
    }
  }

  private void work(Lane lane, Permit permit, long workNanos) {
    startedAtMillis.add(elapsedMillis());
    time.after(workNanos, () -> lane.end(permit, Ending.SUCCESS, time.nowNanos()));
  }

  private void refused(Shed shed) {
    refusedAtMillis
        .computeIfAbsent(shed.reason(), reason -> new ArrayList<>())
        .add(elapsedMillis());
  }

  private long elapsedMillis() {
    return (time.nowNanos() - startNanos) / MILLIS;
  }
}
