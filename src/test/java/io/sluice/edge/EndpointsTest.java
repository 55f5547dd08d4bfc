package io.sluice.edge;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.balance.BalanceOptions;
import io.sluice.balance.EjectionOptions;
import io.sluice.balance.FleetListener;
import io.sluice.balance.Member;
import io.sluice.balance.Result;
import io.sluice.balance.Strategy;
import io.sluice.edge.tls.BackendTlsOptions;
import io.sluice.exchange.Reason;
import io.sluice.observe.BackendMeters;
import io.sluice.observe.Meters;
import io.sluice.retry.RetryOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whose turn it is, and what names stand for. */
class EndpointsTest {
  private final List<Promise<List<String>>> asked = new ArrayList<>();
  private final BackendMeters meters = new Meters().backend("main");

  private final Instances instances = new Instances("main", options(), FleetListener.NONE);

  private static BackendOptions options() {
    return new BackendOptions(
        List.of(),
        null,
        Duration.ofMillis(250),
        Duration.ofSeconds(5),
        8,
        BackendOptions.Protocol.HTTP1,
        BackendTlsOptions.DEFAULT,
        RetryOptions.DEFAULT,
        null,
        new BalanceOptions(Strategy.ROUND_ROBIN, null),
        EjectionOptions.DEFAULT,
        null,
        Duration.ZERO,
        null,
        false);
  }

  private Endpoints endpoints(String... urls) {
    return new Endpoints(List.of(urls), this::ask, meters, instances, () -> 0, () -> 0.5);
  }

  private static Turn turn(Endpoints endpoints) {
    return requireNonNull(endpoints.turn(0, 0.5, 0));
  }

  private Future<List<String>> ask(String name) {
    Promise<List<String>> answer = Promise.promise();
    asked.add(answer);
    return answer.future();
  }

  private static String next(Endpoints endpoints) {
    return turn(endpoints).endpoint().address().toString();
  }

  @Test
  void endpoints_takeTurns() {
    Endpoints three = endpoints("http://10.0.0.1:1", "http://10.0.0.2", "unix:/run/app.sock");
    assertThat(three.haveNames()).isFalse();
    assertThat(List.of(next(three), next(three), next(three), next(three)))
        .containsExactly("10.0.0.1:1", "10.0.0.2:80", "/run/app.sock", "10.0.0.1:1");
  }

  @Test
  void turn_goesThroughAllOthers_onceEach() {
    Endpoints three = endpoints("http://10.0.0.1", "http://10.0.0.2", "http://10.0.0.3");
    turn(three);
    Turn second = turn(three);
    var tried = new ArrayList<String>();
    do {
      tried.add(second.endpoint().host());
    } while (second.goOn(0));
    assertThat(tried).containsExactly("10.0.0.2", "10.0.0.3", "10.0.0.1");
    assertThat(second.goOn(0)).isFalse();
    assertThat(turn(endpoints("http://10.0.0.1")).goOn(0)).isFalse();
  }

  @Test
  void addresses_areNotLookedUp_andKeepTheirForm() {
    Endpoints six = endpoints("http://[::1]:8080");
    assertThat(six.haveNames()).isFalse();
    assertThat(turn(six).endpoint())
        .isEqualTo(new Endpoint(SocketAddress.inetSocketAddress(8080, "::1"), "::1", 8080));
    six.lookUp();
    assertThat(asked).isEmpty();
  }

  @Test
  void name_isNothingUntilFound_thenEachOfItsAddresses() {
    Endpoints named = endpoints("http://app:8080");
    assertThat(named.haveNames()).isTrue();
    assertThat(named.isEmpty()).isTrue();
    named.lookUp();
    asked.getFirst().fail("no answer");
    assertThat(named.isEmpty()).isTrue();
    asked.clear();
    named.lookUp();
    asked.getFirst().complete(List.of("10.0.0.2", "10.0.0.1", "10.0.0.2"));
    Endpoint first = turn(named).endpoint();
    assertThat(first.address()).isEqualTo(SocketAddress.inetSocketAddress(8080, "10.0.0.1"));
    assertThat(first.host()).isEqualTo("app");
    assertThat(next(named)).isEqualTo("10.0.0.2:8080");
    assertThat(next(named)).isEqualTo("10.0.0.1:8080");
  }

  @Test
  void nameThatIsNotFound_leavesTheOthers_andIsAskedForByItself() {
    Endpoints mixed = endpoints("http://lost", "http://found", "http://10.0.0.1");
    assertThat(mixed.isEmpty()).isFalse();
    Future<?> answered = mixed.lookUp();
    asked.getFirst().complete(List.of());
    assertThat(answered.isComplete()).isFalse();
    asked.getLast().complete(List.of("10.0.0.2"));
    assertThat(answered.succeeded()).isTrue();
    assertThat(mixed.areAllFound()).isFalse();
    assertThat(List.of(next(mixed), next(mixed), next(mixed)))
        .containsExactly("10.0.0.2:80", "10.0.0.1:80", "10.0.0.2:80");
    asked.clear();
    mixed.lookUpMissing();
    assertThat(asked).hasSize(1);
    asked.getFirst().complete(List.of("10.0.0.3"));
    assertThat(mixed.areAllFound()).isTrue();
    assertThat(next(mixed)).isEqualTo("10.0.0.3:80");
    mixed.lookUpMissing();
    assertThat(asked).hasSize(1);
  }

  @Test
  void nameThatMoves_isFollowed_butNotByARequestOnItsWay() {
    Endpoints named = endpoints("http://app");
    named.lookUp();
    asked.getFirst().complete(List.of("10.0.0.1", "10.0.0.2"));
    Turn onItsWay = turn(named);
    named.lookUp();
    asked.getLast().complete(List.of("10.0.0.9"));
    assertThat(next(named)).isEqualTo("10.0.0.9:80");
    assertThat(onItsWay.goOn(0)).isTrue();
    assertThat(onItsWay.endpoint().address().host()).isEqualTo("10.0.0.2");
  }

  @Test
  void lookUpThatFailsOrFindsNothing_keepsWhatWasKnown_andIsCounted() {
    Endpoints named = endpoints("http://app");
    named.lookUp();
    asked.getFirst().complete(List.of("10.0.0.1"));
    named.lookUp();
    asked.getLast().fail("no answer");
    named.lookUp();
    asked.getLast().complete(List.of());
    assertThat(next(named)).isEqualTo("10.0.0.1:80");
    assertThat(meters.failedLookups()).isEqualTo(2);
  }

  @Test
  void nameWhoseAnswerIsStillOut_isNotAskedForAgain() {
    Endpoints two = endpoints("http://one", "http://two");
    two.lookUp();
    two.lookUp();
    assertThat(asked).hasSize(2);
    asked.getFirst().fail("no answer");
    two.lookUp();
    assertThat(asked).hasSize(3);
  }

  @Test
  void answerThatOnlyShuffles_doesNotRestartTheTurns() {
    Endpoints named = endpoints("http://app");
    named.lookUp();
    asked.getFirst().complete(List.of("10.0.0.1", "10.0.0.2"));
    turn(named);
    named.lookUp();
    asked.getLast().complete(List.of("10.0.0.2", "10.0.0.1"));
    assertThat(next(named)).isEqualTo("10.0.0.2:80");
  }

  private void fail(String address, int times) {
    for (Member member : instances.fleet().members()) {
      if (member.address().equals(address)) {
        for (int i = 0; i < times; i++) {
          member.begun();
          member.ended(Result.CONNECT_FAILED, 0, 0);
        }
      }
    }
  }

  @Test
  void ejectedEndpoint_isPassedOver_byWhoBeginsAndByWhoGoesOn() {
    Endpoints three = endpoints("http://10.0.0.1", "http://10.0.0.2", "http://10.0.0.3");
    fail("10.0.0.2:80", 5);
    Turn first = turn(three);
    assertThat(first.endpoint().host()).isEqualTo("10.0.0.1");
    assertThat(first.mayGoOn()).isTrue();
    assertThat(first.endpoint().host()).isEqualTo("10.0.0.1");
    assertThat(first.goOn(0)).isTrue();
    assertThat(first.endpoint().host()).isEqualTo("10.0.0.3");
    assertThat(first.mayGoOn()).isFalse();
    assertThat(first.goOn(0)).isFalse();
    assertThat(first.endpoint().host()).isEqualTo("10.0.0.3");
  }

  @Test
  void addressThatStandsTwice_isTriedOnce() {
    Endpoints twice = endpoints("http://10.0.0.1", "http://10.0.0.1");
    Turn turn = turn(twice);
    assertThat(turn.mayGoOn()).isFalse();
    assertThat(turn.goOn(0)).isFalse();
  }

  @Test
  void addressThatANameForgetsForAWhile_isTheSameEndpointAsBefore() {
    Endpoints named = endpoints("http://app");
    named.lookUp();
    asked.getLast().complete(List.of("10.0.0.1", "10.0.0.2", "10.0.0.3"));
    fail("10.0.0.2:80", 5);
    named.lookUp();
    asked.getLast().complete(List.of("10.0.0.1", "10.0.0.3"));
    assertThat(instances.all()).hasSize(2);
    named.lookUp();
    asked.getLast().complete(List.of("10.0.0.1", "10.0.0.2", "10.0.0.3"));
    assertThat(List.of(next(named), next(named), next(named)))
        .containsExactly("10.0.0.1:80", "10.0.0.3:80", "10.0.0.1:80");
  }

  @Test
  void loops_shareWhatTheyKnowOfAnEndpoint() {
    endpoints("http://10.0.0.1", "http://10.0.0.2");
    Endpoints otherLoop = endpoints("http://10.0.0.1", "http://10.0.0.2");
    fail("10.0.0.1:80", 5);
    assertThat(List.of(next(otherLoop), next(otherLoop)))
        .containsExactly("10.0.0.2:80", "10.0.0.2:80");
    otherLoop.close();
    assertThat(instances.all()).hasSize(2);
  }

  @Test
  void attempt_isInFlightUntilItsFirstEnd_andWhateverFollowsCountsForNothing() {
    Endpoints two = endpoints("http://10.0.0.1", "http://10.0.0.2");
    Turn turn = turn(two);
    Member member = instances.fleet().members().getFirst();
    turn.begun(0);
    assertThat(member.inFlight()).isEqualTo(1);
    turn.answered(503, 0);
    assertThat(member.inFlight()).isZero();
    turn.ended(Result.SUCCESS, 0);
    turn.ended(Result.NEUTRAL, 0);
    assertThat(member.inFlight()).isZero();
    assertThat(member.snapshot(0).failuresInARow()).isEqualTo(1);
    turn.begun(0);
    turn.begun(0); // a new attempt ends the one before
    assertThat(member.inFlight()).isEqualTo(1);
    turn.ended(Result.SUCCESS, 0);
    assertThat(member.inFlight()).isZero();
    assertThat(member.snapshot(0).failuresInARow()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "CONNECT_FAILED, CONNECT_FAILED",
    "UPSTREAM_RESET, BROKEN",
    "UPSTREAM_TRUNCATED, BROKEN",
    "UPSTREAM_INVALID, BROKEN",
    "UPSTREAM_REFUSED, BROKEN",
    "UPSTREAM_TIMEOUT, TIMEOUT",
    "OUTCOME_UNKNOWN, TIMEOUT",
    "CLIENT_GONE, NEUTRAL",
    "BODY_TIMEOUT, NEUTRAL",
    "BODY_TOO_LARGE, NEUTRAL",
    "STREAM_IDLE, NEUTRAL",
    "DRAINING, NEUTRAL"
  })
  void reason_saysSomethingOfTheEndpoint_orNothing(Reason reason, Result result) {
    assertThat(Turn.resultOf(reason)).isEqualTo(result);
  }
}
