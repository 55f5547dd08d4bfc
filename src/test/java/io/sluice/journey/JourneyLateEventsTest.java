package io.sluice.journey;

import static io.sluice.journey.JourneyRig.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.Reason;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Once a request has ended, nothing that happens ends it again. */
class JourneyLateEventsTest {
  private static final List<Event> EVENTS =
      List.of(
          Event.SETTLED,
          Event.TIME_UP,
          Event.SENT,
          new Event.HeadReceived(200),
          new Event.StreamBegun(200),
          Event.GO_AWAY,
          new Event.CallFailed(Reason.UPSTREAM_RESET),
          Event.CALL_REFUSED,
          Event.CLIENT_LEFT,
          Event.DELIVERED,
          Event.CALL_OVER);

  /** The ways a call can end. */
  enum Way {
    DELIVERED,
    CUT_OFF,
    LEFT_EARLY,
    LEFT_LATE,
    FAILED,
    REFUSED
  }

  private final JourneyRig rig = new JourneyRig(4, 2);

  @ParameterizedTest
  @EnumSource
  void everyEvent_isIgnored_afterACallHasEnded(Way way) {
    Ride ride = rig.begun();
    end(ride, way);
    assertThat(ride.endings).isEqualTo(1);
    var outcome = ride.outcome;
    rig.pass(2 * SECOND);

    for (Event event : EVENTS) {
      assertThat(ride.fire(event)).as("%s after %s", event, way).isEqualTo(Action.NOTHING);
    }

    assertThat(ride.endings).isEqualTo(1);
    assertThat(ride.outcome).isEqualTo(outcome);
    assertThat(rig.inFlight()).isZero();
    assertThat(rig.duplicateEnds()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void whatIsLearnedOfTheBackend_isNotChangedByLateEvents(Way way) {
    Ride ride = rig.begun();
    end(ride, way);
    rig.pass(2 * SECOND);
    for (Event event : EVENTS) {
      ride.fire(event);
    }

    assertThat(rig.completionsPerSecond() > 0).isEqualTo(way == Way.DELIVERED);
  }

  @ParameterizedTest
  @EnumSource
  void aRefusedRequest_holdsNothing_whateverHappensToIt(Way way) {
    rig.fillWithP0(4);
    rig.weight = 4;
    Ride ride = rig.begun();
    assertThat(ride.last).isInstanceOf(Action.Answer.class);

    end(ride, way);
    for (Event event : EVENTS) {
      assertThat(ride.fire(event)).isEqualTo(Action.NOTHING);
    }

    assertThat(ride.endings).isEqualTo(1);
    assertThat(rig.inFlight()).isEqualTo(4);
  }

  @ParameterizedTest
  @EnumSource(names = {"DELIVERED", "CUT_OFF", "FAILED", "REFUSED"})
  void aRequestNotYetBegun_isMovedByNothingButItsClient(Way way) {
    Ride ride = rig.ride();

    end(ride, way);
    ride.fire(Event.SETTLED);
    ride.fire(Event.TIME_UP);
    ride.fire(Event.CALL_OVER);

    assertThat(ride.endings).isZero();
    assertThat(ride.begin()).isInstanceOf(Action.Attempt.class);
  }

  private static void end(Ride ride, Way way) {
    switch (way) {
      case DELIVERED -> headThen(ride, Event.DELIVERED);
      case CUT_OFF -> headThen(ride, new Event.CallFailed(Reason.UPSTREAM_TRUNCATED));
      case LEFT_EARLY -> ride.fire(Event.CLIENT_LEFT);
      case LEFT_LATE -> headThen(ride, Event.CLIENT_LEFT);
      case FAILED -> ride.fire(new Event.CallFailed(Reason.CONNECT_FAILED));
      case REFUSED -> ride.fire(Event.CALL_REFUSED);
    }
  }

  private static void headThen(Ride ride, Event last) {
    ride.fire(Event.SENT);
    ride.fire(new Event.HeadReceived(200));
    ride.fire(last);
  }
}
