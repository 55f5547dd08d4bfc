package io.sluice.breaker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;

/** Threads that race for a breaker, in the interleavings that Lincheck models, and for real. */
class BreakerRacesTest {
  private static final int THREADS = 64;
  private static final int ROUNDS = 500;

  private static ModelCheckingOptions modelled() {
    return new ModelCheckingOptions()
        .threads(3)
        .actorsBefore(0)
        .actorsPerThread(2)
        .actorsAfter(1)
        .iterations(15)
        .invocationsPerIteration(200)
        .addGuarantee(
            ManagedStrategyGuaranteeKt.forClasses(LongAdder.class.getName())
                .allMethods()
                .treatAsAtomic());
  }

  @Test
  void endsAndEntries_areLinearizable_inModelledInterleavings() {
    modelled().check(BreakerRaces.class);
  }

  @Test
  void probes_areLinearizable_inModelledInterleavings() {
    modelled().check(ProbeRaces.class);
  }

  @Test
  void exactlyOneCallerProbes_inModelledInterleavings() {
    modelled().check(CooldownRaces.class);
  }

  @Test
  void endsAndEntries_areLinearizable_onRealThreads() {
    new StressOptions()
        .threads(3)
        .actorsBefore(0)
        .actorsPerThread(2)
        .actorsAfter(1)
        .iterations(10)
        .invocationsPerIteration(500)
        .check(BreakerRaces.class);
  }

  /** All of them arrive at the end of a cooldown; the one probe ends in each way in turn. */
  @Test
  void of64ThreadsAtTheEndOfACooldown_exactlyOneProbes() throws Exception {
    long startNanos = new Random().nextLong();
    var breaker =
        new CircuitBreaker("b", Rig.options(1, 200, 100), BreakerListener.NONE, startNanos);
    breaker.end((Passage) breaker.enter(startNanos), CallResult.FAILURE, 0, startNanos);
    var passages = new AtomicInteger();
    var tooMany = new AtomicInteger();
    var gather = new CyclicBarrier(THREADS, () -> passages.set(0));
    var judge =
        new CyclicBarrier(
            THREADS,
            () -> {
              if (passages.get() != 1) {
                tooMany.incrementAndGet();
              }
            });
    var decide = new CyclicBarrier(THREADS);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (int round = 1; round <= ROUNDS; round++) {
                      long nowNanos = startNanos + round * 200 * Rig.MILLI;
                      await(gather);
                      Entry entry = breaker.enter(nowNanos);
                      if (entry instanceof Passage) {
                        passages.incrementAndGet();
                      }
                      await(judge);
                      if (entry instanceof Passage probe) {
                        end(breaker, probe, round, nowNanos);
                      }
                      await(decide);
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    BreakerSnapshot seen = breaker.snapshot(startNanos);
    assertThat(tooMany).as("rounds without exactly one probe").hasValue(0);
    assertThat(seen.probes()).isEqualTo(ROUNDS);
    assertThat(seen.refused()).isEqualTo((long) ROUNDS * (THREADS - 1));
  }

  /** Failed, given back, never ended: in each case the next cooldown has its one probe again. */
  private static void end(CircuitBreaker breaker, Passage probe, int round, long nowNanos) {
    switch (round % 3) {
      case 0 -> breaker.end(probe, CallResult.FAILURE, 0, nowNanos);
      case 1 -> breaker.end(probe, CallResult.IGNORED, 0, nowNanos);
      default -> {} // it is lost
    }
  }

  /** Everything fails and everything enters at once: what was refused and let in adds up. */
  @Test
  void nothingIsCountedTwiceOrLost_whileThreadsOpenAndCloseIt() throws Exception {
    var breaker = new CircuitBreaker("b", Rig.options(3, 10, 10), BreakerListener.NONE, 0);
    var let = new LongAdder();
    var clock = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    int each = 20_000;
    for (int i = 0; i < 8; i++) {
      int seed = i;
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    var random = new Random(seed);
                    for (int call = 0; call < each; call++) {
                      long nowNanos = clock.incrementAndGet() * (Rig.MILLI / 10);
                      if (breaker.enter(nowNanos) instanceof Passage passage) {
                        let.increment();
                        CallResult result = CallResult.values()[random.nextInt(3)];
                        breaker.end(passage, result, 0, nowNanos);
                      }
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    BreakerSnapshot seen = breaker.snapshot(0);
    assertThat(seen.refused() + let.sum()).isEqualTo(8L * each);
    assertThat(seen.duplicateEnds()).isZero();
    long opened = seen.moves(Transition.Why.FAILURES);
    assertThat(opened).isPositive();
    assertThat(seen.moves(Transition.Why.PROBE_SUCCEEDED)).isBetween(opened - 1, opened);
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
