package io.sluice.journey;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.FallbackKind;
import io.sluice.exchange.Outcome;
import io.sluice.exchange.Reason;
import org.junit.jupiter.api.Test;

/** Something else is given in the place of what the backend answered. */
class JourneyReplacedTest {
  private static final Outcome FELL_BACK =
      new Outcome.FellBack(FallbackKind.CACHED, 200, Reason.UPSTREAM_STATUS);

  private final JourneyRig rig = new JourneyRig(4, 2);

  @Test
  void anAnswerThatIsReplaced_endsAsThat_andThePermitWithTheCall() {
    Ride ride = rig.begun();
    ride.fire(Event.SENT);
    ride.fire(new Event.HeadReceived(503));

    assertThat(ride.fire(new Event.Replaced(FELL_BACK))).isEqualTo(new Action.Finish(FELL_BACK));
    assertThat(rig.inFlight()).isEqualTo(1);
    assertThat(ride.fire(Event.CALL_OVER)).isEqualTo(Action.NOTHING);
    assertThat(rig.inFlight()).isZero();
    assertThat(ride.endings).isEqualTo(1);
  }

  @Test
  void afterIt_nothingMatters() {
    Ride ride = rig.begun();
    ride.fire(new Event.HeadReceived(503));
    ride.fire(new Event.Replaced(FELL_BACK));

    assertThat(ride.fire(Event.DELIVERED)).isEqualTo(Action.NOTHING);
    assertThat(ride.fire(Event.CLIENT_LEFT)).isEqualTo(Action.NOTHING);
    assertThat(ride.fire(Event.TIME_UP)).isEqualTo(Action.NOTHING);
  }

  @Test
  void withoutAnAnswer_thereIsNothingToReplace() {
    Ride ride = rig.begun();
    assertThat(ride.fire(new Event.Replaced(FELL_BACK))).isEqualTo(Action.NOTHING);
  }
}
