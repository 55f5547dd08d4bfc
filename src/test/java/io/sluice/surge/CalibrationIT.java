package io.sluice.surge;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CalibrationIT {
  private static final Duration AMPLE = Duration.ofSeconds(20);

  @Test
  void run_keepsEveryConnectionBusy_andNeverMore() {
    var inFlight = new AtomicInteger();
    var most = new AtomicInteger();
    try (var server =
        new TestServer(
            request -> {
              most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
              Vertx.currentContext()
                  .owner()
                  .setTimer(
                      5,
                      timer -> {
                        inFlight.decrementAndGet();
                        request.response().end();
                      });
            })) {
      Capacity capacity = calibrate(server, 7);
      assertThat(most.get()).isEqualTo(7);
      assertThat(capacity.connections()).isEqualTo(7);
      assertThat(capacity.sheds()).isZero();
      assertThat(capacity.failed()).isZero();
      // Little's law: connections = throughput × latency, within what the ends of the run cost.
      assertThat(capacity.perSecond() * capacity.latency().p50Millis() / 1000).isBetween(3.0, 9.0);
    }
  }

  @Test
  void run_countsSheds_whenTheTargetRefuses() {
    try (var server = new TestServer(request -> request.response().setStatusCode(429).end())) {
      Capacity capacity = calibrate(server, 2);
      assertThat(capacity.sheds()).isPositive();
      assertThat(capacity.perSecond()).isZero();
    }
  }

  private static Capacity calibrate(TestServer server, int connections) {
    Load load = Load.constant(1, Duration.ofSeconds(2)).after(Duration.ofSeconds(2));
    SurgePlan plan =
        SurgePlan.of(server.target(), load).withTimeout(AMPLE).withConnections(connections);
    return TestServer.await(Calibration.run(server.vertx, plan));
  }
}
