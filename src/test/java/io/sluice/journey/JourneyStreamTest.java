package io.sluice.journey;

import static io.sluice.journey.JourneyRig.MILLI;
import static io.sluice.journey.JourneyRig.SECOND;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.classify.StreamOptions;
import io.sluice.exchange.Idempotence;
import io.sluice.exchange.Outcome;
import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import io.sluice.options.Bytes;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A request that becomes a stream: its permit goes, a slot stays, and it teaches nothing. */
class JourneyStreamTest {
  private static final Event BEGUN = new Event.StreamBegun(101);

  private final JourneyRig rig = new JourneyRig(4, 2);

  private static StreamOptions options(int max, @Nullable Duration maxAge) {
    return new StreamOptions(
        max, Duration.ofSeconds(10), maxAge, new Bytes(125), new Bytes(125), false);
  }

  private Ride stream() {
    rig.streamOptions = options(2, null);
    Ride ride = rig.ride();
    ride.expectStream();
    ride.begin();
    ride.fire(BEGUN);
    return ride;
  }

  @Test
  void becomingAStream_endsThePermit_andKeepsASlot() {
    Ride ride = stream();

    assertThat(ride.last).isEqualTo(new Action.Stream(101, rig.nowNanos + 10 * SECOND));
    assertThat(ride.holdsPermit()).isFalse();
    assertThat(rig.inFlight()).isZero();
    assertThat(rig.streams.held()).isEqualTo(1);
    assertThat(ride.endings).isZero();
  }

  @Test
  void aStream_isNoMeasurement() {
    rig.pass(30 * MILLI);
    long before = rig.expectedServiceNanos();
    Ride ride = stream();
    rig.pass(400 * MILLI);
    ride.fire(Event.DELIVERED);
    ride.fire(Event.CALL_OVER);

    assertThat(rig.expectedServiceNanos()).isEqualTo(before);
    assertThat(rig.completionsPerSecond()).isZero();
  }

  @Test
  void itsDeadline_countsNoMore_onceItIsOpen() {
    rig.budgetNanos = 50 * MILLI;
    Ride ride = stream();
    rig.pass(9 * SECOND);

    assertThat(ride.fire(Event.TIME_UP)).isInstanceOf(Action.Wait.class);
    assertThat(ride.endings).isZero();
  }

  @Test
  void silence_endsIt_andWhatMovesKeepsIt() {
    Ride ride = stream();
    rig.pass(9 * SECOND);
    ride.moved();
    rig.pass(9 * SECOND);
    assertThat(ride.fire(Event.TIME_UP)).isEqualTo(new Action.Wait(rig.nowNanos + SECOND));
    rig.pass(SECOND);

    assertThat(ride.fire(Event.TIME_UP))
        .isEqualTo(new Action.EndStream(Reason.STREAM_IDLE, rig.nowNanos + StreamLife.GRACE_NANOS));
    ride.fire(Event.DELIVERED);
    assertThat(ride.outcome).isEqualTo(new Outcome.Streamed(101, Reason.STREAM_IDLE));
  }

  @Test
  void age_endsIt_howeverBusyItIs() {
    rig.streamOptions = options(2, Duration.ofSeconds(12));
    Ride ride = rig.begun();
    assertThat(ride.fire(BEGUN)).isEqualTo(new Action.Stream(101, rig.nowNanos + 10 * SECOND));
    rig.pass(10 * SECOND);
    ride.moved();
    assertThat(ride.fire(Event.TIME_UP)).isEqualTo(new Action.Wait(rig.nowNanos + 2 * SECOND));
    rig.pass(2 * SECOND);
    ride.moved();

    assertThat(((Action.EndStream) ride.fire(Event.TIME_UP)).reason())
        .isEqualTo(Reason.STREAM_EXPIRED);
  }

  @Test
  void whoDoesNotGoInTime_isCut() {
    Ride ride = stream();
    ride.fire(Event.GO_AWAY);
    assertThat(ride.last)
        .isEqualTo(new Action.EndStream(Reason.DRAINING, rig.nowNanos + StreamLife.GRACE_NANOS));
    assertThat(ride.fire(Event.GO_AWAY)).isEqualTo(Action.NOTHING);
    rig.pass(StreamLife.GRACE_NANOS - 1);
    assertThat(ride.fire(Event.TIME_UP)).isEqualTo(new Action.Wait(rig.nowNanos + 1));
    rig.pass(1);

    assertThat(ride.fire(Event.TIME_UP)).isInstanceOf(Action.Abort.class);
    assertThat(ride.outcome).isEqualTo(new Outcome.Streamed(101, Reason.DRAINING));
  }

  @Test
  void whatItIsToldFirst_isWhyItEnded() {
    Ride ride = stream();
    ride.fire(new Event.EndStream(Reason.BODY_TOO_LARGE));
    ride.fire(Event.GO_AWAY);
    ride.fire(Event.CLIENT_LEFT);

    assertThat(ride.outcome).isEqualTo(new Outcome.Streamed(101, Reason.BODY_TOO_LARGE));
  }

  @Test
  void itsEnds_endIt() {
    Ride inOrder = stream();
    inOrder.fire(Event.DELIVERED);
    assertThat(inOrder.outcome).isEqualTo(new Outcome.Streamed(101, null));
    inOrder.fire(Event.CALL_OVER);

    Ride left = stream();
    assertThat(left.fire(Event.CLIENT_LEFT)).isInstanceOf(Action.Abort.class);
    assertThat(left.outcome).isEqualTo(new Outcome.Streamed(101, Reason.CLIENT_GONE));
    left.fire(Event.CALL_OVER);

    Ride cut = stream();
    assertThat(cut.fire(new Event.CallFailed(Reason.UPSTREAM_TRUNCATED)))
        .isInstanceOf(Action.Abort.class);
    assertThat(cut.outcome).isEqualTo(new Outcome.Streamed(101, Reason.UPSTREAM_TRUNCATED));
  }

  @Test
  void itsSlot_isHeldUntilItIsOver() {
    Ride ride = stream();
    ride.fire(Event.CLIENT_LEFT);
    assertThat(rig.streams.held()).isEqualTo(1);
    ride.fire(Event.CALL_OVER);
    ride.fire(Event.CALL_OVER);

    assertThat(rig.streams.held()).isZero();
  }

  @Test
  void oneStreamTooMany_isRefusedBeforeAnythingIsCalled_ifItSaysWhatItIs() {
    stream();
    stream();
    Ride third = stream();

    assertThat(third.attempted).isFalse();
    var refused = (Outcome.Refused) requireNonNull(third.outcome);
    assertThat(refused.reason()).isEqualTo(Reason.STREAMS_FULL);
    assertThat(requireNonNull(refused.hint()).afterMillis()).isBetween(1000L, 3000L);
    assertThat(refused.inFlight()).isEqualTo(2);
    assertThat(refused.limit()).isEqualTo(2);
    assertThat(rig.streams.held()).isEqualTo(2);
  }

  @Test
  void oneStreamTooMany_isRefusedAtItsHead_ifNobodyCouldKnow() {
    rig.idempotence = Idempotence.SAFE;
    stream();
    stream();
    Ride third = rig.begun();
    assertThat(third.attempted).isTrue();

    assertThat(third.fire(new Event.StreamBegun(200))).isInstanceOf(Action.Answer.class);
    third.fire(Event.CALL_OVER);
    assertThat(requireNonNull(third.outcome).reason()).isEqualTo(Reason.STREAMS_FULL);
    assertThat(rig.inFlight()).isZero();
    assertThat(rig.streams.held()).isEqualTo(2);
  }

  @Test
  void oneStreamTooMany_isNotAskedToComeBack_ifItsWorkIsDoneAndMayNotBeDoneTwice() {
    rig.idempotence = Idempotence.UNSAFE;
    stream();
    stream();
    Ride third = rig.begun();
    third.fire(Event.SENT);

    assertThat(third.fire(new Event.StreamBegun(200))).isInstanceOf(Action.Answer.class);
    assertThat(third.outcome).isEqualTo(new Outcome.Failed(Reason.OUTCOME_UNKNOWN));
    third.fire(Event.CALL_OVER);
    assertThat(rig.inFlight()).isZero();
    assertThat(rig.streams.held()).isEqualTo(2);
  }

  @Test
  void whatTurnsOutToBeNoStream_givesItsSlotBackAtItsHead() {
    rig.streamOptions = options(2, null);
    Ride ride = rig.ride();
    ride.expectStream();
    ride.begin();
    ride.fire(new Event.HeadReceived(200));

    assertThat(rig.streams.held()).isZero();
    ride.fire(Event.DELIVERED);
    ride.fire(Event.CALL_OVER);
    assertThat(rig.streams.held()).isZero();
  }

  @Test
  void aHandshakeThatIsRefused_givesItsSlotBack() {
    rig.streamOptions = options(2, null);
    Ride ride = rig.ride();
    ride.expectStream();
    ride.begin();
    assertThat(rig.streams.held()).isEqualTo(1);
    ride.fire(new Event.HeadReceived(403));
    ride.fire(Event.DELIVERED);
    ride.fire(Event.CALL_OVER);

    assertThat(ride.outcome).isEqualTo(new Outcome.Answered(403));
    assertThat(rig.streams.held()).isZero();
  }

  @Test
  void aHandshakeThatIsShed_givesItsSlotBack() {
    rig.fillWithP0(4);
    rig.tier = Tier.P2;
    Ride ride = rig.ride();
    ride.expectStream();
    ride.begin();

    assertThat(ride.outcome).isInstanceOf(Outcome.Refused.class);
    assertThat(rig.streams.held()).isZero();
  }

  @Test
  void aHandshakeWhoseClientLeavesTheQueue_givesItsSlotBack() {
    rig.fillWithP0(4);
    Ride ride = rig.ride();
    ride.expectStream();
    ride.begin();
    assertThat(rig.streams.held()).isEqualTo(1);
    ride.fire(Event.CLIENT_LEFT);

    assertThat(rig.streams.held()).isZero();
  }

  @Test
  void streamEvents_meanNothing_toWhatIsNoStream() {
    Ride ride = rig.begun();
    assertThat(ride.fire(Event.GO_AWAY)).isEqualTo(Action.NOTHING);
    ride.fire(new Event.HeadReceived(200));

    assertThat(ride.fire(BEGUN)).isEqualTo(Action.NOTHING);
    assertThat(ride.fire(Event.GO_AWAY)).isEqualTo(Action.NOTHING);
    assertThat(rig.streams.held()).isZero();
  }
}
