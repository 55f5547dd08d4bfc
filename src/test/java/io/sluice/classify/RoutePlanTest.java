package io.sluice.classify;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.Caller;
import io.sluice.exchange.Idempotence;
import io.sluice.exchange.Kind;
import io.sluice.exchange.Tier;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class RoutePlanTest {
  private static final String UNBOUNDED = "deadline";

  /** What the wait-or-reject matrix grants, with 100 ms for P0 and 50 ms for P1 on the lane. */
  @ParameterizedTest
  @CsvSource({
    "WRITE, 100, 50, 0",
    "READ, 100, 50, 0",
    "PATIENT, deadline, deadline, 0",
    "REFRESH, 0, 0, 0",
    "ASYNC, 100, 50, 0",
    "BATCH, 0, 0, 0"
  })
  void theWait_isTheMatrix_whereTheRouteNamesNone(Kind kind, String p0, String p1, String p2) {
    RoutePlan plan = plan(kind, null, null, false);

    assertThat(waitOf(plan, Tier.P0)).isEqualTo(p0);
    assertThat(waitOf(plan, Tier.P1)).isEqualTo(p1);
    assertThat(waitOf(plan, Tier.P2)).isEqualTo(p2);
  }

  @ParameterizedTest
  @EnumSource
  void theWait_isTheRoutesOwn_whereItNamesOne_exceptForP2WhichNeverWaits(Kind kind) {
    for (long millis : new long[] {0, 70}) {
      RoutePlan plan = plan(kind, null, Duration.ofMillis(millis), false);

      assertThat(waitOf(plan, Tier.P0)).isEqualTo(Long.toString(millis));
      assertThat(waitOf(plan, Tier.P1)).isEqualTo(Long.toString(millis));
      assertThat(waitOf(plan, Tier.P2)).isEqualTo("0");
    }
  }

  @ParameterizedTest
  @CsvSource({"WRITE, P0", "READ, P1", "PATIENT, P1", "REFRESH, P2", "ASYNC, P2", "BATCH, P2"})
  void theTier_isTheKinds_whereTheRouteNamesNone(Kind kind, Tier tier) {
    assertThat(plan(kind, null, null, false).tier(null, Caller.STRANGER)).isEqualTo(tier);
  }

  @ParameterizedTest
  @EnumSource
  void theTier_isTheRoutesOwn_whereItNamesOne(Tier tier) {
    for (Kind kind : Kind.values()) {
      assertThat(plan(kind, tier, null, false).tier(null, Caller.PROXY)).isEqualTo(tier);
    }
  }

  @Test
  void aTierHint_lowersForAnyone_andNeverRaises_whenTheCallerIsNotTrusted() {
    for (Tier own : Tier.values()) {
      for (Tier asked : Tier.values()) {
        Tier given = plan(Kind.READ, own, null, false).tier(asked.code(), Caller.STRANGER);
        assertThat(given.rank()).isEqualTo(Math.max(own.rank(), asked.rank()));
      }
    }
  }

  @Test
  void aTierHint_isTakenAsItIs_whenTheCallerIsTrusted() {
    for (Tier own : Tier.values()) {
      for (Tier asked : Tier.values()) {
        assertThat(plan(Kind.READ, own, null, false).tier(asked.code(), Caller.PROXY))
            .isEqualTo(asked);
      }
    }
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {"", " ", "0", "p", "p3", "p00", " p0", "p0 ", "p0,p1", "-p0", "high", "\uff500"})
  void aTierHint_changesNothing_whenItNamesNoTier(@Nullable String asked) {
    assertThat(plan(Kind.READ, null, null, false).tier(asked, Caller.PROXY)).isEqualTo(Tier.P1);
    assertThat(plan(Kind.READ, null, null, false).tier(asked, Caller.STRANGER)).isEqualTo(Tier.P1);
  }

  @Test
  void aTierHint_isReadInEitherCase() {
    assertThat(plan(Kind.READ, null, null, false).tier("P2", Caller.STRANGER)).isEqualTo(Tier.P2);
    assertThat(plan(Kind.READ, null, null, false).tier("p2", Caller.STRANGER)).isEqualTo(Tier.P2);
  }

  @ParameterizedTest
  @CsvSource({
    "GET, false, false, SAFE",
    "GET, true, true, SAFE",
    "PUT, false, false, IDEMPOTENT",
    "PUT, true, true, IDEMPOTENT",
    "POST, false, false, UNSAFE",
    "POST, true, false, UNSAFE", // a key alone proves nothing
    "POST, false, true, UNSAFE",
    "POST, true, true, IDEMPOTENT",
    "PATCH, true, true, IDEMPOTENT"
  })
  void anIdempotencyKey_makesAWriteRepeatable_onlyWhereTheRouteTrustsIt(
      String method, boolean hasKey, boolean trusted, Idempotence expected) {
    assertThat(plan(Kind.WRITE, null, null, trusted).idempotence(method, hasKey))
        .isEqualTo(expected);
  }

  @Test
  void aBatch_isToldToStayAwayForLong_andNobodyElseIs() {
    for (Kind kind : Kind.values()) {
      long floorMillis = plan(kind, null, null, false).hintFloorMillis();
      assertThat(floorMillis).as(kind.code()).isEqualTo(kind == Kind.BATCH ? 10_000 : 1);
    }
  }

  private static String waitOf(RoutePlan plan, Tier tier) {
    long nanos = plan.maxWaitNanos(tier);
    return nanos == Long.MAX_VALUE ? UNBOUNDED : Long.toString(nanos / 1_000_000);
  }

  private static RoutePlan plan(
      Kind kind, @Nullable Tier tier, @Nullable Duration maxWait, boolean trustIdempotencyKey) {
    var options =
        new RouteOptions(
            "loans",
            List.of(),
            "/loans",
            kind,
            tier,
            "loans",
            "library",
            Duration.ofSeconds(1),
            maxWait,
            1,
            trustIdempotencyKey,
            Overflow.ABORT,
            Auth.NONE,
            List.of(),
            List.of(),
            StreamOptions.DEFAULT);
    // A wait for P2 that must never be asked for.
    return new RoutePlan(
        options, each -> Duration.ofMillis(new long[] {100, 50, 999}[each.rank()]));
  }
}
