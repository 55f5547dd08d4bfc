package io.sluice.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.Exchange;
import io.sluice.exchange.Outcome;
import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RouteMetersTest {
  private static final long MILLI = 1_000_000L;
  private static final Percentage ONE_PERCENT = Percentage.withPercentage(1);

  private final long now = new Random().nextLong();
  private final Meters meters = new Meters();
  private final RouteMeters route = meters.route("loans", "core", "library");

  private RouteSnapshot.TierSnapshot seen(Tier tier) {
    return route.snapshot(now + 500 * MILLI).tiers().get(tier.rank());
  }

  private static Outcome refused(Reason reason) {
    return new Outcome.Refused(reason, null, 8, 8, 0);
  }

  @Test
  void started_countsARequestOfItsTierOnly_andWhatItsClientGivesIt() {
    route.started(Exchanges.of(Tier.P1, now, 800 * MILLI), now);

    assertThat(seen(Tier.P1).requests()).isEqualTo(1);
    assertThat(seen(Tier.P1).open()).isEqualTo(1);
    assertThat(seen(Tier.P1).deadlineLeft(Stage.ARRIVAL).nanos(Quantile.P50))
        .isCloseTo(800 * MILLI, ONE_PERCENT);
    assertThat(seen(Tier.P0).requests()).isZero();
    assertThat(seen(Tier.P2).requests()).isZero();
  }

  @Test
  void ended_countsAnAnswerByStatusClass_withItsLatencyAndWhatWasLeft() {
    Exchange exchange = Exchanges.of(Tier.P0, now, 800 * MILLI);
    route.started(exchange, now);
    route.attempt(exchange, now + 20 * MILLI);
    route.ended(exchange, new Outcome.Answered(204), now + 300 * MILLI);

    RouteSnapshot.TierSnapshot tier = seen(Tier.P0);
    assertThat(tier.open()).isZero();
    assertThat(tier.attempts()).isEqualTo(1);
    assertThat(tier.answers()).isEqualTo(Map.of(StatusClass.SUCCESS, 1L));
    assertThat(tier.sheds()).isEmpty();
    assertThat(tier.failures()).isEmpty();
    assertThat(tier.latency().nanos(Quantile.P50)).isCloseTo(300 * MILLI, ONE_PERCENT);
    assertThat(tier.shedLatency().count()).isZero();
    assertThat(tier.deadlineLeft(Stage.DISPATCH).nanos(Quantile.P50))
        .isCloseTo(780 * MILLI, ONE_PERCENT);
    assertThat(tier.deadlineLeft(Stage.ANSWER).nanos(Quantile.P50))
        .isCloseTo(500 * MILLI, ONE_PERCENT);
  }

  @Test
  void ended_countsEveryStatus_alsoTheInventedOnes() {
    for (int status : List.of(101, 200, 202, 304, 404, 429, 500, 599, 600, 999)) {
      route.ended(Exchanges.of(Tier.P0, now, MILLI), new Outcome.Answered(status), now);
    }
    assertThat(seen(Tier.P0).answers())
        .isEqualTo(
            Map.of(
                StatusClass.INFORMATIONAL, 1L,
                StatusClass.SUCCESS, 2L,
                StatusClass.REDIRECTION, 1L,
                StatusClass.CLIENT_ERROR, 2L,
                StatusClass.SERVER_ERROR, 2L,
                StatusClass.OTHER, 2L));
  }

  @ParameterizedTest
  @EnumSource(Reason.class)
  void ended_countsARefusalByItsReason_apartFromTheLatencyOfAnswers(Reason reason) {
    Exchange exchange = Exchanges.of(Tier.P2, now, 800 * MILLI);
    route.started(exchange, now);
    route.ended(exchange, refused(reason), now + 2 * MILLI);

    RouteSnapshot.TierSnapshot tier = seen(Tier.P2);
    assertThat(tier.sheds()).isEqualTo(Map.of(reason, 1L));
    assertThat(tier.failures()).isEmpty();
    assertThat(tier.shedLatency().nanos(Quantile.P50)).isCloseTo(2 * MILLI, ONE_PERCENT);
    assertThat(tier.latency().count()).isZero();
    assertThat(tier.deadlineLeft(Stage.ANSWER).count()).isZero();
  }

  @ParameterizedTest
  @EnumSource(Reason.class)
  void ended_countsAFailureByItsReason_withoutALatency(Reason reason) {
    Exchange exchange = Exchanges.of(Tier.P1, now, 800 * MILLI);
    route.started(exchange, now);
    route.ended(exchange, new Outcome.Failed(reason), now + 800 * MILLI);

    RouteSnapshot.TierSnapshot tier = seen(Tier.P1);
    assertThat(tier.failures()).isEqualTo(Map.of(reason, 1L));
    assertThat(tier.sheds()).isEmpty();
    assertThat(tier.open()).isZero();
    assertThat(tier.latency().count()).isZero();
    assertThat(tier.shedLatency().count()).isZero();
  }

  @Test
  void attempt_countsRetriesOnTopOfRequests() {
    Exchange exchange = Exchanges.of(Tier.P1, now, 800 * MILLI);
    route.started(exchange, now);
    route.repeated(exchange);
    route.attempt(exchange, now);
    route.attempt(exchange, now + MILLI);
    route.attempt(exchange, now + 2 * MILLI);

    assertThat(seen(Tier.P1).requests()).isEqualTo(1);
    assertThat(seen(Tier.P1).attempts()).isEqualTo(3);
    assertThat(seen(Tier.P1).repeated()).isEqualTo(1);
  }

  @Test
  void taken_isAcceptedUntilCompleted_andAnsweredAtOnce() {
    for (int i = 0; i < 5; i++) {
      Exchange exchange = Exchanges.of(Tier.P2, now, 800 * MILLI);
      route.started(exchange, now);
      route.taken();
      route.ended(exchange, new Outcome.Taken(), now + MILLI);
    }
    route.completed();
    route.completed();

    RouteSnapshot snapshot = route.snapshot(now + MILLI);
    assertThat(snapshot.accepted()).isEqualTo(5);
    assertThat(snapshot.completed()).isEqualTo(2);
    assertThat(snapshot.uncompleted()).isEqualTo(3);
    assertThat(seen(Tier.P2).answers()).isEqualTo(Map.of(StatusClass.SUCCESS, 5L));
    assertThat(seen(Tier.P2).open()).isZero();
  }

  @Test
  void waited_isRecordedForTheLane_whicheverRouteItCameBy() {
    RouteMeters other = meters.route("returns", "core", "library");
    Exchange exchange = Exchanges.of(Tier.P0, now, 800 * MILLI);
    route.waited(exchange, now, now + 10 * MILLI);
    other.waited(exchange, now, now + 40 * MILLI);
    meters
        .route("mail", "mail", "smtp")
        .waited(Exchanges.of(Tier.P1, now, MILLI), now, now + 90 * MILLI);

    LaneMeters.WaitSnapshot waits =
        meters.lane("core").snapshot(now + 50 * MILLI).get(Tier.P0.rank());
    assertThat(waits.count()).isEqualTo(2);
    assertThat(waits.times().nanos(Quantile.P50)).isCloseTo(10 * MILLI, ONE_PERCENT);
    assertThat(waits.times().nanos(Quantile.P99)).isCloseTo(40 * MILLI, ONE_PERCENT);
    assertThat(meters.lane("core").snapshot(now).get(Tier.P1.rank()).count()).isZero();
  }
}
