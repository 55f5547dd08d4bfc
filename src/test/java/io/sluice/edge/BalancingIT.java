package io.sluice.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.edge.Replica.Manner;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Three instances of a backend, of which some fail. */
class BalancingIT {
  private Replica one;
  private Replica two;
  private Replica three;

  @BeforeEach
  void begin() throws Exception {
    one = new Replica();
    two = new Replica();
    three = new Replica();
  }

  @AfterEach
  void end() throws Exception {
    one.close();
    two.close();
    three.close();
  }

  private BalanceRig rig(String keys) throws Exception {
    return new BalanceRig(keys, one, two, three);
  }

  /** Has several clients at once send so many each; how many were answered 200. */
  private static int atOnce(BalanceRig rig, int clients, int requests) throws Exception {
    try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
      var done = new ArrayList<Future<Integer>>();
      Callable<Integer> client =
          () -> {
            int good = 0;
            try (var own = new RawClient(rig.gateway.port())) {
              for (int i = 0; i < requests; i++) {
                good += own.send("GET", "/", "").answer().status() == 200 ? 1 : 0;
              }
            }
            return good;
          };
      for (int i = 0; i < clients; i++) {
        done.add(pool.submit(client));
      }
      int good = 0;
      for (Future<Integer> each : done) {
        good += each.get();
      }
      return good;
    }
  }

  @Test
  void requests_spread() throws Exception {
    try (var rig = rig("pool: 16")) {
      assertThat(rig.send(600)).isEqualTo(600);
      for (Replica each : List.of(one, two, three)) {
        assertThat(each.requests()).isBetween(120, 280);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FAILS", "CLOSES"})
  void oneOfThreeDies_andOnceEjected_itCostsLessThanOneRequestIn200(Manner death) throws Exception {
    one.that(Manner.WORKS);
    two.that(Manner.WORKS);
    three.that(death);
    try (var rig = rig("pool: 16")) {
      await()
          .until(
              () -> {
                atOnce(rig, 16, 10);
                return rig.state(three).equals("ejected");
              });
      int touchedBefore = three.requests();
      int good = atOnce(rig, 8, 250);
      int touched = three.requests() - touchedBefore;
      assertThat(touched).isLessThan(10);
      assertThat(good).isEqualTo(2000 - touched);
      assertThat(rig.metric("sluice_endpoint_ejections_total", three.address())).isNotNaN();
    }
  }

  @Test
  void oneOfThreeIsGone_andIsEjected_withoutCostingAnyRequest() throws Exception {
    one.that(Manner.WORKS);
    two.that(Manner.WORKS);
    try (var rig = rig("pool: 16")) {
      three.close();
      await()
          .until(
              () -> {
                assertThat(atOnce(rig, 16, 10)).isEqualTo(160);
                return rig.state(three).equals("ejected");
              });
      assertThat(rig.endpoint(three).path("why").asText()).contains("connect-failed");
      double before = rig.metric("sluice_failovers_total", "main");
      assertThat(atOnce(rig, 8, 250)).isEqualTo(2000);
      assertThat(rig.metric("sluice_failovers_total", "main") - before).isLessThan(10);
    }
  }

  @Test
  void fastFailures_doNotAttractTraffic() throws Exception {
    one.that(Manner.WORKS);
    two.that(Manner.WORKS);
    three.that(Manner.FAILS);
    try (var rig = rig("ejection: { failures: 0 }")) {
      atOnce(rig, 8, 300);
      int all = one.requests() + two.requests() + three.requests();
      assertThat(all).isEqualTo(2400);
      assertThat(three.requests()).isLessThan(all / 10);
      assertThat(rig.state(three)).isEqualTo("available");
    }
  }

  @Test
  void ejectedEndpoint_comesBackWhenItAnswers_andIsGivenTime() throws Exception {
    try (var rig = rig("ejection: { failures: 1, base: 100ms }, slowStart: 60s")) {
      three.that(Manner.CLOSES);
      await().until(() -> rig.send(10) == 10 && rig.state(three).equals("ejected"));
      three.that(Manner.ANSWERS);
      await()
          .until(
              () -> {
                rig.send(5);
                return rig.state(three).equals("available");
              });
      assertThat(rig.endpoint(three).path("weight").asDouble()).isLessThan(1);
      assertThat(rig.endpoint(three).path("why").asText()).isEqualTo("slow start");
      int before = three.requests();
      rig.send(300);
      // The others have been there for nearly as long, but without a break.
      assertThat(three.requests() - before).isLessThan(120);
      assertThat(rig.metric("sluice_endpoint_ejected", three.address())).isZero();
    }
  }

  @Test
  void blackHole_isEjected_forBeingSilent() throws Exception {
    try (var rig = rig("ejection: { failures: 1, silence: 50ms, base: 60s }")) {
      three.that(Manner.STALLS);
      await()
          .until(
              () -> {
                rig.get("x-request-timeout-ms: 150");
                return rig.state(three).equals("ejected");
              });
      assertThat(rig.endpoint(three).path("why").asText()).contains("timeout");
      assertThat(rig.send(100)).isEqualTo(100);
    }
  }

  @Test
  void clientsInAHurry_ejectNobody() throws Exception {
    three.that(Manner.STALLS);
    try (var rig = new BalanceRig("ejection: { silence: 10s, maxEjected: 100% }", one, three)) {
      await()
          .until(
              () -> {
                rig.get("x-request-timeout-ms: 15");
                return three.requests() >= 10;
              });
      assertThat(rig.state(three)).isEqualTo("available");
    }
  }

  @Test
  void clientsThatLeave_ejectNobody_fieldCase14() throws Exception {
    for (Replica each : List.of(one, two, three)) {
      each.that(Manner.STALLS);
    }
    try (var rig = rig("ejection: { failures: 1, silence: 1ms }")) {
      for (int i = 1; i <= 12; i++) {
        int sent = i;
        var client = new RawClient(rig.gateway.port()).send("GET", "/", "");
        await().until(() -> one.requests() + two.requests() + three.requests() == sent);
        client.leave();
        await().until(() -> rig.gateway.state().requests() == 0);
      }
      for (Replica each : List.of(one, two, three)) {
        assertThat(rig.state(each)).isEqualTo("available");
        assertThat(rig.endpoint(each).path("failuresInARow").asInt()).isZero();
        assertThat(rig.endpoint(each).path("inFlight").asInt()).isZero();
      }
    }
  }

  @Test
  void ofTwoIdenticalHosts_neitherIsStarved_fieldCase40() throws Exception {
    one.that(Manner.WORKS);
    two.that(Manner.FAILS);
    try (var rig = new BalanceRig("ejection: { failures: 0 }", one, two)) {
      atOnce(rig, 4, 50);
      two.that(Manner.WORKS); // a bad moment, and from now on they are the same
      await()
          .until(
              () -> {
                int first = one.requests();
                int second = two.requests();
                atOnce(rig, 4, 25);
                return (two.requests() - second) * 10 > (one.requests() - first) * 7;
              });
    }
  }

  @Test
  void keyStaysOnItsEndpoint_andGoesToAnotherOnlyWhileThatIsOut() throws Exception {
    try (var rig =
        rig(
            "balance: { strategy: consistent-hash, hash: 'header:x-reader' },"
                + " ejection: { failures: 2, base: 100ms }")) {
      for (int i = 0; i < 30; i++) {
        rig.get("x-reader: ann");
      }
      List<Replica> all = List.of(one, two, three);
      assertThat(all).filteredOn(each -> each.requests() > 0).hasSize(1);
      Replica home = all.stream().filter(each -> each.requests() > 0).findFirst().orElseThrow();
      assertThat(home.requests()).isEqualTo(30);

      home.that(Manner.FAILS);
      await().until(() -> rig.get("x-reader: ann") == 200);
      home.that(Manner.ANSWERS);
      await()
          .until(
              () -> {
                int before = home.requests();
                for (int i = 0; i < 10; i++) {
                  rig.get("x-reader: ann");
                }
                return home.requests() - before == 10;
              });
      for (int i = 0; i < 60; i++) {
        rig.get("x-reader: reader-" + i);
      }
      assertThat(all).allMatch(each -> each.requests() > 0);
    }
  }

  @Test
  void timedOutWaiters_leaveNothingInTheClientsPool_fieldCase41() throws Exception {
    one.that(Manner.STALLS);
    try (var rig = new BalanceRig("pool: 16", one)) {
      try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
        var statuses = new ArrayList<Future<Integer>>();
        for (int i = 0; i < 60; i++) {
          statuses.add(
              pool.submit(
                  () ->
                      RawClient.get(rig.gateway.port(), "/", "x-request-timeout-ms: 300")
                          .status()));
        }
        for (Future<Integer> status : statuses) {
          assertThat(status.get()).isIn(429, 504);
        }
      }
      // Only those with a permit were sent; nobody else is in line behind them.
      await().until(() -> rig.gateway.state().requests() == 0);
      assertThat(one.requests()).isEqualTo(16);
      assertThat(rig.endpoint(one).path("inFlight").asInt()).isZero();
      one.that(Manner.ANSWERS);
      assertThat(rig.send(100)).isEqualTo(100);
      assertThat(one.requests()).isEqualTo(116);
    }
  }
}
