package io.sluice.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class ConnectionHoldTest {
  private static final long SERVICE_NANOS = 60_000_000_000L;

  @Test
  void hold_keepsTheConnectionUntilTheServiceTimeIsOver() throws Exception {
    long seed = new Random().nextLong();
    var clock = new AtomicLong(new Random(seed).nextLong());
    try (var database = LibraryDatabase.open(LibraryOptions.defaults())) {
      var hold = new ConnectionHold(database, clock::get);
      var result = new AtomicReference<String>();
      Thread caller =
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      result.set(hold.hold(SERVICE_NANOS, _ -> "done"));
                    } catch (Exception e) {
                      result.set(e.toString());
                    }
                  });
      await().until(() -> LockSupport.getBlocker(caller) == hold);

      clock.addAndGet(SERVICE_NANOS - 1);
      LockSupport.unpark(caller); // woken too early, it must go on waiting
      await().until(() -> LockSupport.getBlocker(caller) == hold);
      assertThat(result.get()).as("seed " + seed).isNull();
      assertThat(database.connectionsInUse()).as("seed " + seed).isEqualTo(1);

      clock.addAndGet(1);
      LockSupport.unpark(caller);
      caller.join();
      assertThat(result.get()).as("seed " + seed).isEqualTo("done");
      assertThat(database.connectionsInUse()).as("seed " + seed).isZero();
    }
  }
}
