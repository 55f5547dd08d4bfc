package io.sluice.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.observe.LoopLag;
import io.sluice.observe.Meters;
import io.sluice.observe.Quantile;
import io.sluice.time.NanoClock;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoopLagProbeIT {
  private static final long STALL_NANOS = 300_000_000L;

  private final NanoClock clock = NanoClock.SYSTEM;
  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void close() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get();
  }

  @Test
  void start_measuresTheLoopItIsCalledOn_whileThatIsBlocked() {
    LoopLag lag = new Meters().loopLag(0);
    Context loop = vertx.getOrCreateContext();
    loop.runOnContext(_ -> LoopLagProbe.start(vertx, lag, clock));
    await().until(() -> lag.percentiles(clock.nanoTime()).count() > 2);
    loop.runOnContext(_ -> block());

    await()
        .untilAsserted(
            () ->
                assertThat(lag.percentiles(clock.nanoTime()).nanos(Quantile.MAX))
                    .isGreaterThan(STALL_NANOS / 2));
  }

  private void block() {
    long until = clock.nanoTime() + STALL_NANOS;
    for (long left = STALL_NANOS; left > 0; left = until - clock.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  @Test
  void start_refusesAThread_thatIsNoEventLoop() {
    LoopLag lag = new Meters().loopLag(0);

    assertThatThrownBy(() -> LoopLagProbe.start(vertx, lag, clock))
        .isInstanceOf(IllegalStateException.class);
  }
}
