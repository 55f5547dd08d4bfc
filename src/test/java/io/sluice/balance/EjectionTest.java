package io.sluice.balance;

import static io.sluice.balance.FleetRig.MILLI;
import static io.sluice.balance.FleetRig.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.balance.MemberSnapshot.State;
import io.sluice.options.Share;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** When an endpoint that fails gets no requests, and how it gets some again. */
class EjectionTest {
  private final FleetRig rig = FleetRig.of(Strategy.P2C, 3);

  private static FleetRig rig(int endpoints, double maxEjected, double panic) {
    var options =
        new EjectionOptions(
            5,
            Duration.ofSeconds(1),
            Duration.ofSeconds(60),
            new Share(maxEjected),
            new Share(panic),
            Duration.ofMillis(250));
    return new FleetRig(
        Seed.printed("EjectionTest"), Strategy.P2C, options, Duration.ZERO, endpoints);
  }

  @Test
  void fiveFailuresInARow_eject_andNobodyChoosesItAnyMore() {
    rig.fail(1, 4);
    assertThat(rig.state(1)).isEqualTo(State.AVAILABLE);
    rig.fail(1, 1);
    assertThat(rig.state(1)).isEqualTo(State.EJECTED);
    assertThat(rig.events).containsExactly("b out 1000ms connect-failed");
    assertThat(rig.shares(1000)[1]).isZero();
    assertThat(rig.member(1).ejections()).containsEntry(Result.CONNECT_FAILED, 1L);
  }

  @Test
  void successInBetween_startsTheCountAnew() {
    for (int i = 0; i < 10; i++) {
      rig.fail(1, 4);
      rig.call(1, Result.SUCCESS);
    }
    assertThat(rig.events).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"CONNECT_FAILED", "BROKEN", "STATUS"})
  void everyKindOfFailure_counts(Result failure) {
    for (int i = 0; i < 5; i++) {
      rig.call(1, failure);
    }
    assertThat(rig.events).containsExactly("b out 1000ms " + failure.code());
  }

  @Test
  void clientThatLeaves_ejectsNobody_fieldCase14() {
    for (int i = 0; i < 100; i++) {
      rig.call(1, Result.NEUTRAL);
    }
    assertThat(rig.events).isEmpty();
    assertThat(rig.member(1).snapshot(rig.now).penalty()).isZero();
    assertThat(rig.member(1).inFlight()).isZero();
  }

  @Test
  void neutralResults_doNotInterruptARowOfFailures() {
    rig.fail(1, 4);
    rig.call(1, Result.NEUTRAL);
    rig.fail(1, 1);
    assertThat(rig.state(1)).isEqualTo(State.EJECTED);
  }

  private void timeOut(int position, long afterNanos) {
    long begun = rig.now;
    rig.member(position).begun();
    rig.pass(afterNanos);
    rig.member(position).ended(Result.TIMEOUT, begun, rig.now);
  }

  @Test
  void timeouts_count_whenTheEndpointWasSilent() {
    for (int i = 0; i < 5; i++) {
      timeOut(1, 300 * MILLI);
    }
    assertThat(rig.events).containsExactly("b out 1000ms timeout");
  }

  @Test
  void timeoutsOfClientsInAHurry_doNotCount() {
    for (int i = 0; i < 100; i++) {
      timeOut(1, 20 * MILLI);
    }
    assertThat(rig.events).isEmpty();
  }

  @Test
  void timeouts_doNotCount_whileTheEndpointAnswersOthers() {
    for (int i = 0; i < 100; i++) {
      long begun = rig.now;
      rig.member(1).begun();
      rig.pass(300 * MILLI);
      rig.member(1).answered(rig.now);
      rig.pass(300 * MILLI);
      rig.member(1).ended(Result.TIMEOUT, begun, rig.now);
    }
    assertThat(rig.events).isEmpty();
  }

  /** The positions chosen until it is not this one. */
  private int trials(int position) {
    int trials = 0;
    while (rig.pick() == position) {
      trials++;
    }
    return trials;
  }

  @Test
  void afterItsTime_itGetsOneRequest_andTheRestWhenThatSucceeds() {
    rig.fail(1, 5);
    rig.pass(SECOND);
    assertThat(rig.state(1)).isEqualTo(State.ON_TRIAL);
    assertThat(trials(1)).isEqualTo(1);
    rig.call(1, Result.SUCCESS);
    assertThat(rig.state(1)).isEqualTo(State.AVAILABLE);
    assertThat(rig.events).containsExactly("b out 1000ms connect-failed", "b back");
  }

  @Test
  void trialThatNeverEnds_isFollowedByAnother() {
    rig.fail(1, 5);
    rig.pass(SECOND);
    assertThat(rig.pick()).isEqualTo(1);
    rig.member(1).begun();
    rig.pass(SECOND - 1);
    assertThat(rig.shares(100)[1]).isZero();
    rig.pass(1);
    assertThat(rig.pick()).isEqualTo(1);
  }

  @Test
  void everyFailedTrial_doublesItsTime_upToTheMost() {
    rig.fail(1, 5);
    var lengths = new ArrayList<Long>();
    for (int i = 0; i < 8; i++) {
      long length = rig.member(1).snapshot(rig.now).ejectedForNanos();
      lengths.add(length / SECOND);
      rig.pass(length);
      rig.fail(1, 1);
    }
    assertThat(lengths).containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 60L, 60L);
  }

  @Test
  void whoWasWellForLong_startsAnew_andWhoWasNot_doesNot() {
    rig.fail(1, 5);
    rig.pass(SECOND);
    rig.call(1, Result.SUCCESS);
    rig.pass(59 * SECOND);
    rig.fail(1, 5);
    rig.pass(2 * SECOND);
    rig.call(1, Result.SUCCESS);
    rig.pass(60 * SECOND);
    rig.fail(1, 5);
    assertThat(rig.events)
        .filteredOn(event -> event.contains("out"))
        .containsExactly(
            "b out 1000ms connect-failed",
            "b out 2000ms connect-failed",
            "b out 1000ms connect-failed");
  }

  @Test
  void callsThatBeganBefore_neitherBringItBack_norMakeItLonger() {
    long begun = rig.now;
    rig.member(1).begun();
    rig.member(1).begun();
    rig.pass(1);
    rig.fail(1, 5);
    rig.pass(2 * SECOND);
    rig.member(1).ended(Result.SUCCESS, begun, rig.now);
    rig.member(1).ended(Result.BROKEN, begun, rig.now);
    assertThat(rig.state(1)).isEqualTo(State.ON_TRIAL);
    assertThat(rig.events).hasSize(1);
    rig.fail(1, 1); // the row was broken by that success, and yet one failure is enough
    assertThat(rig.events)
        .containsExactly("b out 1000ms connect-failed", "b out 2000ms connect-failed");
  }

  @Test
  void noMoreThanHalf_areOutAtOnce() {
    FleetRig five = rig(5, 0.5, 0);
    for (int i = 0; i < 5; i++) {
      five.fail(i, 50);
    }
    assertThat(five.events)
        .containsExactly("a out 1000ms connect-failed", "b out 1000ms connect-failed");
    five.pass(SECOND);
    five.call(0, Result.SUCCESS);
    five.fail(3, 1);
    assertThat(five.state(3)).isEqualTo(State.EJECTED);
  }

  @Test
  void singleEndpoint_isNeverEjected_unlessAllMayBe() {
    FleetRig one = rig(1, 0.5, 0.3);
    one.fail(0, 100);
    assertThat(one.pick()).isZero();
    FleetRig all = rig(1, 1, 0);
    all.fail(0, 100);
    assertThat(all.pick()).isEqualTo(Roster.NONE);
  }

  @Test
  void whenAllAreOut_andNobodyPanics_thereIsNone() {
    FleetRig three = rig(3, 1, 0);
    for (int i = 0; i < 3; i++) {
      three.fail(i, 5);
    }
    assertThat(three.pick()).isEqualTo(Roster.NONE);
    three.pass(SECOND);
    assertThat(List.of(three.pick(), three.pick(), three.pick(), three.pick()))
        .containsExactly(0, 1, 2, Roster.NONE);
  }

  @Test
  void whenTooFewAreLeft_allAreUsed_andSuccessThere_bringsOneBack() {
    FleetRig four = rig(4, 1, 0.5);
    four.fail(0, 5);
    four.fail(1, 5);
    assertThat(four.shares(200)).startsWith(0, 0);
    four.fail(2, 5);
    assertThat(four.shares(400)).doesNotContain(0);
    assertThat(four.fleet.isPanicking()).isTrue();
    four.pass(1);
    four.call(1, Result.SUCCESS);
    assertThat(four.shares(200)[0]).isZero();
    assertThat(four.fleet.isPanicking()).isFalse();
    assertThat(four.events).endsWith("panic", "b back", "calm");
  }

  @Test
  void failuresInAPanic_makeNothingLonger() {
    FleetRig two = rig(2, 1, 0.6);
    two.fail(0, 5);
    two.pass(SECOND / 2);
    two.fail(0, 100);
    assertThat(two.events).containsExactly("a out 1000ms connect-failed");
  }

  @Test
  void addressThatNamesLeaveOutForAWhile_isStillEjected() {
    rig.fail(1, 5);
    Member gone = rig.member(1);
    rig.fleet.leave(gone, rig.now);
    assertThat(rig.fleet.members()).hasSize(2);
    rig.pass(SECOND / 2);
    assertThat(rig.fleet.join("b", rig.now)).isSameAs(gone);
    rig.fleet.leave(gone, rig.now);
    rig.pass(601 * SECOND);
    assertThat(rig.fleet.join("b", rig.now)).isNotSameAs(gone);
  }

  @Test
  void addressThatTwoLoopsKnow_staysUntilBothHaveLeft() {
    Member twice = rig.fleet.join("b", rig.now);
    rig.fleet.leave(twice, rig.now);
    assertThat(rig.fleet.members()).contains(twice);
    rig.fleet.leave(twice, rig.now);
    assertThat(rig.fleet.members()).doesNotContain(twice);
  }
}
