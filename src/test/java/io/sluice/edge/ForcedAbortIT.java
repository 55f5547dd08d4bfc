package io.sluice.edge;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.admit.Lane;
import io.sluice.admit.LaneOptions;
import io.sluice.admit.ServiceTime;
import io.sluice.classify.RoutePlan;
import io.sluice.config.GatewayOptions;
import io.sluice.dispatch.BoundedExecutor;
import io.sluice.dispatch.Counts;
import io.sluice.dispatch.ExecutorOptions;
import io.sluice.dispatch.RunListener;
import io.sluice.exchange.Tier;
import io.sluice.hint.Hints;
import io.sluice.journey.Policies;
import io.sluice.observe.Meters;
import io.sluice.spi.Answer;
import io.sluice.time.Deadline;
import io.sluice.time.NanoClock;
import io.sluice.time.Randomness;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/**
 * The executor's own refusal, which a right configuration never sees: the lane here is promised
 * more places than there are.
 */
class ForcedAbortIT {
  @Test
  void executorThatRefuses_isAnsweredLikeAShed_endsOnePermit_andIsNotRetried() throws Exception {
    NanoClock clock = NanoClock.SYSTEM;
    GatewayOptions options =
        io.sluice.TestGateway.options(
            """
            lanes: { main: { limit: 4, waiters: 0, workers: 1, backlog: 3 } }
            backends: { main: { inProcess: scripted } }
            routes:
              - { name: all, path: /*, kind: read, tier: p0, lane: main, backend: main, timeout: 5s }
            """);
    LaneOptions laneOptions = options.lane("main");
    var lane = new Lane("main", laneOptions, clock.nanoTime());
    // One worker and no backlog where the lane was promised four places.
    var executor = new BoundedExecutor(new ExecutorOptions("main", 1, 0), clock, RunListener.NONE);
    var meters = new Meters();
    var route = options.routes().getFirst();
    var plan =
        new DoorPlan(
            options.server(),
            options.backends(),
            Map.of("main", new ScriptedBackend()),
            Map.of("main", executor),
            List.of(
                new DoorPlan.SharedRoute(
                    route,
                    new RoutePlan(route, _ -> Duration.ZERO),
                    new Policies(
                        lane, new ServiceTime(), new Hints(options.hints()), Randomness.SYSTEM),
                    meters.route("all", "main", "main"))),
            meters,
            new DoorState(100),
            clock,
            Randomness.SYSTEM);
    var calls = new java.util.concurrent.atomic.AtomicInteger();
    ScriptedBackend.does(
        _ -> {
          calls.incrementAndGet();
          return Answer.json(200, "{}");
        });
    var door = new FrontDoor(plan, () -> {});
    Vertx vertx = Vertx.vertx();
    try {
      vertx.deployVerticle(door).toCompletionStage().toCompletableFuture().get();
      var busy = new CountDownLatch(1);
      var running = new CountDownLatch(1);
      executor.submit(
          Tier.P0,
          Deadline.after(Duration.ofMinutes(1).toNanos(), clock.nanoTime()),
          () -> {
            running.countDown();
            busy.await();
            return "done";
          });
      running.await();

      var answer = RawClient.get(door.port(), "/");

      assertThat(answer.status()).isEqualTo(429);
      assertThat(answer.header("x-sluice-reason")).isEqualTo("aborted");
      assertThat(answer.header("retry-after")).isNotEmpty();
      assertThat(calls).as("not retried").hasValue(0);
      Counts counts = executor.counts();
      assertThat(counts.rejected()).isOne();
      var snapshot = lane.snapshot(clock.nanoTime());
      assertThat(snapshot.inFlight()).isZero();
      assertThat(snapshot.duplicateEnds()).isZero();
      assertThat(snapshot.tiers().getFirst().admitted()).isOne();
      busy.countDown();
      org.awaitility.Awaitility.await()
          .until(() -> RawClient.get(door.port(), "/").status() == 200);
    } finally {
      vertx.close().toCompletionStage().toCompletableFuture().get();
      executor.close(Duration.ofSeconds(1));
    }
  }
}
