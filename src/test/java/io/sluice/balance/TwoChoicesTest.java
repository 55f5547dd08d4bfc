package io.sluice.balance;

import static io.sluice.balance.FleetRig.MILLI;
import static io.sluice.balance.FleetRig.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.balance.MemberSnapshot.State;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.PriorityQueue;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** How power of two choices spreads requests. */
class TwoChoicesTest {
  private static FleetRig rig(int endpoints) {
    return new FleetRig(
        Seed.printed("TwoChoicesTest"),
        Strategy.P2C,
        FleetRig.NEVER_EJECT,
        Duration.ZERO,
        endpoints);
  }

  @Test
  void idleEndpoints_areChosenEquallyOften() {
    int[] shares = rig(5).shares(50_000);
    for (int share : shares) {
      assertThat(share).isBetween(9_400, 10_600);
    }
  }

  @Test
  void callsThatStay_spreadEvenly() {
    FleetRig rig = rig(10);
    for (int i = 0; i < 10_000; i++) {
      rig.member(rig.pick()).begun();
    }
    for (int i = 0; i < 10; i++) {
      // One draw alone would give 1000 ± 100.
      assertThat(rig.member(i).inFlight()).isBetween(995, 1005);
    }
  }

  @Test
  void busiestOfAll_isNeverChosen() {
    FleetRig rig = rig(3);
    rig.member(2).begun();
    assertThat(rig.shares(1000)[2]).isZero();
  }

  @Test
  void tried_areLeftOut() {
    FleetRig rig = rig(3);
    var tried = new BitSet();
    for (int i = 0; i < 3; i++) {
      int next = rig.pick(tried);
      assertThat(tried.get(next)).isFalse();
      tried.set(next);
    }
    assertThat(rig.pick(tried)).isEqualTo(Roster.NONE);
  }

  @Test
  void anyDraw_givesSomebody() {
    FleetRig rig = rig(7);
    for (double draw : new double[] {0, Double.MIN_VALUE, 0.5, Math.nextDown(1.0)}) {
      assertThat(rig.roster.pick(null, 0, draw, rig.now)).isBetween(0, 6);
    }
  }

  private record Running(Member member, long begun, long ends, Result result) {}

  /** Open loop: endpoint 0 answers with a failure after 1 ms, the others well after 20 ms. */
  private static int[] withAFastFailingEndpoint(FleetRig rig, long gapNanos, int calls) {
    var running = new PriorityQueue<Running>((a, b) -> Long.signum(a.ends() - b.ends()));
    var counts = new int[rig.roster.size()];
    for (int i = 0; i < calls; i++) {
      rig.pass(gapNanos);
      while (!running.isEmpty() && running.peek().ends() - rig.now <= 0) {
        Running done = running.remove();
        done.member().ended(done.result(), done.begun(), done.ends());
      }
      int to = rig.pick();
      counts[to]++;
      Member member = rig.member(to);
      member.begun();
      long ends = rig.now + (to == 0 ? MILLI : 20 * MILLI);
      running.add(new Running(member, rig.now, ends, to == 0 ? Result.STATUS : Result.SUCCESS));
    }
    return counts;
  }

  @RepeatedTest(3)
  void fastFailures_doNotAttractTraffic() {
    // Without the penalty it would get nearly everything: its calls are gone before the next comes.
    int[] counts = withAFastFailingEndpoint(rig(3), MILLI, 20_000);
    assertThat(counts[0] / 20_000.0).isLessThan(0.03);
    assertThat(counts[1]).isCloseTo(counts[2], org.assertj.core.data.Percentage.withPercentage(5));
  }

  @Test
  void hostThatHadABadMoment_isNotStarved_fieldCase40() {
    FleetRig rig = rig(2);
    rig.fail(0, 1000);
    assertThat(rig.shares(100)[0]).isZero();
    // Nobody calls it, so that only time can forgive it.
    rig.pass(20 * SECOND);
    int[] shares = rig.shares(10_000);
    assertThat(shares[0]).isBetween(4_700, 5_300);
  }

  @Test
  void ofTwoIdenticalHosts_neitherIsStarved_howeverSlowTheirFirstAnswers_fieldCase40() {
    FleetRig rig = rig(2);
    var running = new ArrayDeque<Running>();
    var counts = new int[2];
    for (int i = 0; i < 20_000; i++) {
      rig.pass(MILLI);
      while (!running.isEmpty() && running.peek().ends() - rig.now <= 0) {
        Running done = running.remove();
        done.member().ended(Result.SUCCESS, done.begun(), rig.now);
      }
      int to = rig.pick();
      counts[to]++;
      rig.member(to).begun();
      // The first calls of one take a hundred times as long as all that follow.
      long takes = to == 0 && counts[0] < 5 ? SECOND : 10 * MILLI;
      running.add(new Running(rig.member(to), rig.now, rig.now + takes, Result.SUCCESS));
    }
    assertThat(counts[0]).isBetween(9_000, 11_000);
  }

  @Test
  void endpointThatReturns_getsItsShareByAndBy() {
    FleetRig rig =
        new FleetRig(
            Seed.printed("slow start"),
            Strategy.P2C,
            EjectionOptions.DEFAULT,
            Duration.ofSeconds(10),
            3);
    rig.pass(11 * SECOND);
    rig.fail(2, 5);
    rig.pass(FleetRig.SECOND * 20); // the penalty is gone too
    assertThat(rig.pick()).isEqualTo(2);
    rig.call(2, Result.SUCCESS);
    assertThat(rig.state(2)).isEqualTo(State.AVAILABLE);
    var shares = new ArrayList<Double>();
    for (int second = 0; second <= 10; second += 2) {
      shares.add(rig.shares(20_000)[2] / 20_000.0);
      rig.pass(2 * SECOND);
    }
    assertThat(shares.getFirst()).isLessThan(0.05);
    assertThat(shares.getLast()).isBetween(0.31, 0.36);
    for (int i = 1; i < shares.size(); i++) {
      assertThat(shares.get(i)).isGreaterThan(shares.get(i - 1) - 0.01);
    }
    assertThat(shares.get(2)).isBetween(0.1, 0.3);
  }
}
