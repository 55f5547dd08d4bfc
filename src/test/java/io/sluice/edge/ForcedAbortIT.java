package io.sluice.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.exchange.Tier;
import io.sluice.spi.Answer;
import io.sluice.time.Deadline;
import io.sluice.time.NanoClock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * The executor's own refusal, which a right configuration never sees: the lane here is promised
 * more places than there are.
 */
class ForcedAbortIT {
  @Test
  void executorThatRefuses_isAnsweredLikeAShed_endsOnePermit_andIsNotRetried() throws Exception {
    var calls = new AtomicInteger();
    ScriptedBackend.does(
        _ -> {
          calls.incrementAndGet();
          return Answer.json(200, "{}");
        });
    // One worker and no backlog where the lane was promised four places.
    try (var rig = new DoorRig(4, 1, 0)) {
      var busy = new CountDownLatch(1);
      var running = new CountDownLatch(1);
      var minute = Deadline.after(Duration.ofMinutes(1).toNanos(), NanoClock.SYSTEM.nanoTime());
      rig.executor.submit(
          Tier.P0,
          minute,
          () -> {
            running.countDown();
            busy.await();
            return "done";
          });
      running.await();

      var answer = RawClient.get(rig.port(), "/");

      assertThat(answer.status()).isEqualTo(429);
      assertThat(answer.header("x-sluice-reason")).isEqualTo("aborted");
      assertThat(answer.header("retry-after")).isNotEmpty();
      assertThat(calls).as("not retried").hasValue(0);
      assertThat(rig.executor.counts().rejected()).isOne();
      var snapshot = rig.lane.snapshot(NanoClock.SYSTEM.nanoTime());
      assertThat(snapshot.inFlight()).isZero();
      assertThat(snapshot.duplicateEnds()).isZero();
      assertThat(snapshot.tiers().getFirst().admitted()).isOne();
      busy.countDown();
      await().until(() -> RawClient.get(rig.port(), "/").status() == 200);
    }
  }
}
