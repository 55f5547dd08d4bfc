package io.sluice.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.breaker.BreakerOptions;
import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import io.sluice.hint.HintOptions;
import io.sluice.retry.BudgetOptions;
import io.sluice.retry.RetryOptions;
import io.sluice.simulate.ReplayResult.Count;
import io.sluice.simulate.ReplayResult.Key;
import io.sluice.simulate.replay.Recorded;
import io.sluice.simulate.scenario.ScenarioOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReplayTest {
  private static Replay.Configuration of(int limit, String tier) {
    ScenarioOptions scenario =
        Scenarios.of(
            """
            lanes:
              main: { limit: %d, waiters: 0, tiers: { p0: { reserve: 0%%, wait: 0ms }, p1: { wait: 0ms } } }
            backends: { app: {} }
            routes:
              - { name: titles, path: "/titles/:id", tier: %s, lane: main, backend: app, timeout: 1s }
              - { name: rest, path: "/*", tier: p1, lane: main, backend: app, timeout: 1s }
            clients: [{ route: titles }]
            """
                .formatted(limit, tier));
    return new Replay.Configuration(
        scenario.lanes(), scenario.routes(), HintOptions.DEFAULT, BudgetOptions.DEFAULT, Map.of());
  }

  private static Recorded served(long atMillis, long serviceMillis) {
    return new Recorded(
        atMillis * 1000,
        "titles",
        Tier.P1,
        "GET",
        "/titles/1",
        900_000,
        serviceMillis * 1000,
        200,
        null,
        serviceMillis * 1000);
  }

  private static Recorded refused(long atMillis) {
    return new Recorded(
        atMillis * 1000,
        "titles",
        Tier.P1,
        "GET",
        "/titles/1",
        900_000,
        Recorded.UNKNOWN,
        429,
        Reason.LANE_FULL,
        0);
  }

  private static Count replay(List<Recorded> requests, Replay.Configuration with, Key key) {
    return Objects.requireNonNull(Replay.run(requests, with, with, 1).counts().get(key));
  }

  private static final Key TITLES_P1 = new Key("titles", Tier.P1);

  @Test
  void concurrency_isThatOfTheRecordedTimes() {
    List<Recorded> requests = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      requests.add(served(i * 10, 100)); // ten at once when the last one comes
    }
    Count all = replay(requests, of(10, "p1"), TITLES_P1);
    assertThat(all.admitted()).isEqualTo(10);
    assertThat(all.answered()).isEqualTo(10);
    Count some = replay(requests, of(5, "p1"), TITLES_P1);
    assertThat(some.admitted()).isEqualTo(5);
    assertThat(some.refused()).containsOnlyKeys(Reason.LANE_FULL);
    assertThat(some.refusedInAll()).isEqualTo(5);
    assertThat(some.refusedThenInAll()).isZero();
  }

  @Test
  void whatWasRefusedThen_isGivenATimeOfItsRoute_andMayBeAdmitted() {
    List<Recorded> requests = List.of(served(0, 100), refused(10), refused(20));
    Count count = replay(requests, of(4, "p1"), TITLES_P1);
    assertThat(count.admitted()).isEqualTo(3);
    assertThat(count.answered()).isEqualTo(3);
    assertThat(count.refusedThen()).containsEntry(Reason.LANE_FULL, 2L);
  }

  @Test
  void tierOfTheRoute_isTheCandidates_andThatOfTheCallerStays() {
    Recorded callers =
        new Recorded(0, "titles", Tier.P2, "GET", "/titles/1", 900_000, 1000, 200, null, 1000);
    List<Recorded> requests = List.of(callers, served(1, 1));
    ReplayResult result = Replay.run(requests, of(10, "p0"), of(10, "p1"), 1);
    assertThat(result.counts().keySet())
        .containsExactly(new Key("titles", Tier.P0), new Key("titles", Tier.P2));
  }

  @Test
  void requestOfARouteThatIsGone_goesWhereItsPathLeads() {
    Recorded old =
        new Recorded(0, "books", Tier.P1, "GET", "/titles/7", 900_000, 1000, 200, null, 1000);
    Recorded other =
        new Recorded(1, "books", Tier.P1, "GET", "/x/y", 900_000, 1000, 200, null, 1000);
    Recorded nowhere =
        new Recorded(2, "books", Tier.P1, null, null, 900_000, 1000, 200, null, 1000);
    ReplayResult result = Replay.run(List.of(old, other, nowhere), of(10, "p1"), of(10, "p1"), 1);
    assertThat(result.counts().keySet()).containsExactly(new Key("rest", Tier.P1), TITLES_P1);
    assertThat(result.unrouted()).isEqualTo(1);
  }

  @Test
  void whatTimedOutThen_timesOutAgain_andWhoLeftLeaves() {
    Recorded late =
        new Recorded(
            0,
            "titles",
            Tier.P1,
            "GET",
            "/titles/1",
            900_000,
            Recorded.UNKNOWN,
            504,
            Reason.UPSTREAM_TIMEOUT,
            900_000);
    Recorded gone =
        new Recorded(
            0,
            "titles",
            Tier.P1,
            "GET",
            "/titles/1",
            900_000,
            Recorded.UNKNOWN,
            499,
            Reason.CLIENT_GONE,
            50_000);
    Count count = replay(List.of(served(0, 100), late, gone), of(10, "p1"), TITLES_P1);
    assertThat(count.admitted()).isEqualTo(3);
    assertThat(count.answered()).isEqualTo(1);
    assertThat(count.failed()).isEqualTo(2);
  }

  @Test
  void sameSeed_isTheSameReplay() {
    List<Recorded> requests = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      requests.add(i % 3 == 0 ? refused(i) : served(i, i % 50));
    }
    Count one = replay(requests, of(8, "p1"), TITLES_P1);
    Count other = replay(requests, of(8, "p1"), TITLES_P1);
    assertThat(one.refused()).isEqualTo(other.refused()).isNotEmpty();
    assertThat(one.admitted()).isEqualTo(other.admitted());
    assertThat(one.admitted() + one.refusedInAll()).isEqualTo(500);
  }

  @Test
  void logInWhichNothingWasServed_isRefused() {
    assertThatThrownBy(() -> replay(List.of(refused(0)), of(8, "p1"), TITLES_P1))
        .hasMessageContaining("no request was served");
  }

  private static Replay.Configuration withCalls(
      RetryOptions retry, @Nullable BreakerOptions breaker) {
    Replay.Configuration plain = of(100, "p1");
    return new Replay.Configuration(
        plain.lanes(),
        plain.routes(),
        plain.hints(),
        BudgetOptions.DEFAULT,
        Map.of("app", new Replay.CallOptions(retry, breaker)));
  }

  private static Recorded answered(long atMillis, int status) {
    return new Recorded(
        atMillis * 1000, "titles", Tier.P1, "GET", "/titles/1", 900_000, 5000, status, null, 5000);
  }

  @Test
  void failedCall_isTriedAgainAsTheConfigurationSays_andMeetsWhatAnotherDid() {
    var requests = new ArrayList<Recorded>();
    for (int i = 0; i < 1000; i++) {
      requests.add(answered(i, i % 50 == 0 ? 503 : 200));
    }
    Replay.Configuration retrying =
        withCalls(
            Scenarios.of(
                    "", "limit: 4", "retry: { attempts: 3, statuses: [503] }", "read", "rate: 1")
                .backends()
                .values()
                .iterator()
                .next()
                .retry(),
            null);
    BackendResult tried =
        Objects.requireNonNull(Replay.run(requests, retrying, retrying, 1).backends().get("app"));
    assertThat(tried.requests()).isEqualTo(1000);
    assertThat(tried.attempts()).isBetween(1015L, 1022L);
    BackendResult once =
        Objects.requireNonNull(
            Replay.run(requests, of(100, "p1"), of(100, "p1"), 1).backends().get("app"));
    assertThat(once.attempts()).isEqualTo(1000);
  }

  @Test
  void failuresInTheLog_openTheCandidatesBreaker() {
    var requests = new ArrayList<Recorded>();
    for (int i = 0; i < 1000; i++) {
      requests.add(answered(i * 10, i >= 300 && i < 600 ? 503 : 200));
    }
    BreakerOptions breaker =
        Scenarios.of("", "limit: 4", "breaker: {}", "read", "rate: 1")
            .backends()
            .values()
            .iterator()
            .next()
            .breaker();
    Replay.Configuration breaking = withCalls(RetryOptions.NEVER, Objects.requireNonNull(breaker));
    ReplayResult result = Replay.run(requests, breaking, breaking, 1);
    var did = Objects.requireNonNull(result.backends().get("app")).breaker();
    assertThat(Objects.requireNonNull(did).opened()).isEqualTo(1);
    assertThat(did.closed()).isEqualTo(1);
    assertThat(Objects.requireNonNull(result.counts().get(TITLES_P1)).refused())
        .containsOnlyKeys(Reason.BREAKER_OPEN);
  }
}
