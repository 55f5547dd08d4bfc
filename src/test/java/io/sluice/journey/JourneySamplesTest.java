package io.sluice.journey;

import static io.sluice.journey.JourneyRig.MILLI;
import static io.sluice.journey.JourneyRig.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.admit.limit.Limit;
import io.sluice.admit.limit.Move;
import io.sluice.admit.limit.Sample;
import io.sluice.exchange.Reason;
import io.sluice.retry.RetryAdvice;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a request's end teaches the limit of its lane, and what it does not. */
class JourneySamplesTest {
  private final List<Sample> seen = new ArrayList<>();
  private final JourneyRig rig =
      new JourneyRig(
          8,
          8,
          new Limit() {
            @Override
            public double value() {
              return 8;
            }

            @Override
            public Move next(Sample window) {
              seen.add(window);
              return new Move(8, Move.Why.STEADY);
            }
          });

  /** Closes the window of everything so far. */
  private Sample window() {
    rig.pass(6 * SECOND);
    rig.begun();
    return seen.getLast();
  }

  private Ride called() {
    Ride ride = rig.begun();
    ride.fire(Event.SENT);
    return ride;
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 204, 304, 404, 499})
  void timeToTheHead_isASample(int status) {
    Ride ride = called();
    rig.pass(20 * MILLI);
    ride.fire(new Event.HeadReceived(status));
    rig.pass(500 * MILLI); // the body is not
    ride.fire(Event.DELIVERED);
    ride.fire(Event.CALL_OVER);

    Sample window = window();
    assertThat(window.samples()).isEqualTo(1);
    assertThat(window.medianNanos()).isBetween(19 * MILLI, 21 * MILLI);
    assertThat(window.drops()).isZero();
  }

  @Test
  void onAWorker_itIsTheWorksOwnTime() {
    Ride ride = called();
    rig.pass(20 * MILLI);
    ride.fire(new Event.HeadReceived(200, 6 * MILLI, RetryAdvice.NONE, Repeat.IMPOSSIBLE));
    ride.fire(Event.CALL_OVER);

    assertThat(window().medianNanos()).isBetween(5 * MILLI, 7 * MILLI);
    assertThat(seen.getLast().completed()).isEqualTo(1);
  }

  @Test
  void onAWorker_whatItsClientsWaitForIsTheBacklogToo() {
    Ride ride = called();
    rig.pass(20 * MILLI);
    ride.fire(new Event.HeadReceived(200, 6 * MILLI, RetryAdvice.NONE, Repeat.IMPOSSIBLE));
    assertThat(rig.expectedServiceNanos()).isEqualTo(20 * MILLI);
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 501, 502, 504, 599})
  void fastFailure_isNoSpeed_butCameBack(int status) {
    Ride ride = called();
    rig.pass(MILLI);
    ride.fire(new Event.HeadReceived(status));
    ride.fire(Event.CALL_OVER);

    assertThat(rig.completionsPerSecond()).isPositive();
    assertThat(rig.expectedServiceNanos()).isZero();
    Sample window = window();
    assertThat(window.samples()).isZero();
    assertThat(window.drops()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 503})
  void refusalByTheBackend_isADrop(int status) {
    Ride ride = called();
    ride.fire(new Event.HeadReceived(status));
    ride.fire(Event.CALL_OVER);

    Sample window = window();
    assertThat(window.drops()).isEqualTo(1);
    assertThat(window.samples()).isZero();
  }

  @Test
  void timeout_isADrop() {
    Ride ride = called();
    rig.pass(SECOND);
    ride.fire(Event.TIME_UP);
    ride.fire(Event.CALL_OVER);

    Sample window = window();
    assertThat(window.drops()).isEqualTo(1);
    assertThat(window.samples()).isZero();
  }

  @Test
  void clientThatLeaves_isNeither() {
    called().fire(Event.CLIENT_LEFT);
    Ride late = called();
    rig.pass(5 * MILLI);
    late.fire(new Event.HeadReceived(200));
    late.fire(Event.CLIENT_LEFT);
    late.fire(Event.CALL_OVER);

    assertNothing(window());
  }

  @Test
  void stream_isNeither() {
    Ride ride = called();
    rig.pass(5 * MILLI);
    ride.fire(new Event.StreamBegun(200));
    ride.fire(Event.CALL_OVER);

    assertNothing(window());
  }

  @ParameterizedTest
  @EnumSource(names = {"CONNECT_FAILED", "UPSTREAM_RESET", "BACKEND_FAILED", "INTERNAL"})
  void failure_isNeither(Reason reason) {
    Ride ride = called();
    rig.pass(5 * MILLI);
    ride.fire(new Event.CallFailed(reason));
    ride.fire(Event.CALL_OVER);

    assertNothing(window());
  }

  @Test
  void refusalByTheWorkers_isNeither() {
    Ride ride = rig.begun();
    ride.fire(Event.CALL_REFUSED);
    ride.fire(Event.CALL_OVER);

    assertNothing(window());
  }

  private static void assertNothing(Sample window) {
    assertThat(window.samples()).isZero();
    assertThat(window.drops()).isZero();
    assertThat(window.completed()).isZero();
  }
}
