package io.sluice;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.balance.BalanceOptions;
import io.sluice.balance.EjectionOptions;
import io.sluice.balance.Fleet;
import io.sluice.balance.FleetOptions;
import io.sluice.balance.HealthOptions;
import io.sluice.balance.Member;
import io.sluice.balance.Result;
import io.sluice.balance.Roster;
import io.sluice.options.Share;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FleetLogTest {
  private static final long SECOND = 1_000_000_000L;

  private final List<String> lines = new ArrayList<>();
  private final long start = new Random().nextLong();
  private final Fleet fleet =
      new Fleet(
          "library",
          new FleetOptions(BalanceOptions.DEFAULT, EjectionOptions.DEFAULT, Duration.ZERO),
          new FleetLog("library", lines::add));
  private final Member one = fleet.join("10.0.0.1:80", start);
  private final Member two = fleet.join("10.0.0.2:80", start);

  private void call(Member member, Result result, long nowNanos) {
    member.begun();
    member.ended(result, nowNanos, nowNanos);
  }

  @Test
  void endpointsThatGoAndComeBack_haveALineEach_withBackendAddressAndWhy() {
    for (int i = 0; i < 5; i++) {
      call(two, Result.STATUS, start);
    }
    call(two, Result.SUCCESS, start + SECOND * 3 / 2);
    assertThat(lines)
        .containsExactly(
            "backend library: endpoint 10.0.0.2:80 ejected for 1.0 s: 5 failures in a row, the last"
                + " status",
            "backend library: endpoint 10.0.0.2:80 back after 1.5 s");
  }

  @Test
  void healthAndPanic_haveALineToo() {
    var checks =
        new HealthOptions(
            "/", Duration.ofSeconds(5), Share.NONE, Duration.ofSeconds(1), 1, 1, "200");
    var roster = new Roster(fleet, List.of(one, two));
    one.checked(false, "status 503", checks, start);
    two.checked(false, "cannot connect", checks, start);
    roster.pick(null, 0, 0.5, start);
    roster.pick(null, 0, 0.5, start);
    one.checked(true, "status 200", checks, start);
    roster.pick(null, 0, 0.5, start);
    assertThat(lines)
        .containsExactly(
            "backend library: endpoint 10.0.0.1:80 unhealthy: status 503",
            "backend library: endpoint 10.0.0.2:80 unhealthy: cannot connect",
            "backend library: too few endpoints are available: all are used",
            "backend library: endpoint 10.0.0.1:80 healthy: status 200",
            "backend library: enough endpoints are available again");
  }
}
