package io.sluice.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.simulate.Verdicts.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * The invariants over ten million requests of scenarios nobody has thought of. Each scenario is
 * made of its own seed; {@code -Dsluice.seed=N -Dtest=InvariantsTest} begins with that one, and
 * {@code sluice simulate --random N} runs it alone.
 */
class InvariantsTest {
  private static final long WANTED = Long.getLong("sluice.requests", 10_000_000L);
  private static final int THREADS = 2;

  private final int first =
      Integer.getInteger("sluice.seed", (int) (System.nanoTime() >>> 1 & 0x3fffffff));
  private final AtomicInteger next = new AtomicInteger(first);
  private final AtomicLong requests = new AtomicLong();
  private final List<String> violations = new ArrayList<>();

  private Verdicts runUntilEnough() {
    var verdicts = new Verdicts();
    while (requests.get() < WANTED) {
      int seed = next.getAndIncrement();
      SimulationResult result;
      try {
        result = Simulation.run(RandomScenario.of(seed));
      } catch (RuntimeException e) {
        throw new AssertionError("sluice simulate --random " + seed, e);
      }
      requests.addAndGet(result.requests());
      verdicts.add(result.verdicts());
      if (result.verdicts().violated() > 0) {
        report(seed, result.verdicts());
      }
    }
    return verdicts;
  }

  private synchronized void report(int seed, Verdicts verdicts) {
    verdicts
        .all()
        .forEach(
            (invariant, verdict) -> {
              if (verdict.violated() > 0) {
                violations.add(
                    "sluice simulate --random %d: %s %s"
                        .formatted(seed, invariant.code(), verdict));
              }
            });
  }

  private Verdicts run() throws InterruptedException, ExecutionException {
    var tasks = new ArrayList<FutureTask<Verdicts>>();
    for (int i = 0; i < THREADS; i++) {
      Callable<Verdicts> work = this::runUntilEnough;
      var task = new FutureTask<>(work);
      tasks.add(task);
      new Thread(task, "simulating-" + i).start();
    }
    var all = new Verdicts();
    for (FutureTask<Verdicts> task : tasks) {
      all.add(task.get());
    }
    return all;
  }

  @Test
  void everyInvariant_holdsOverTenMillionRequests() throws Exception {
    System.out.println("-Dsluice.seed=" + first);
    Map<Invariant, Verdict> verdicts = run().all();
    System.out.printf(
        "%,d requests, %d scenarios, seeds from %d%n", requests.get(), next.get() - first, first);
    verdicts.forEach(
        (invariant, verdict) ->
            System.out.printf("  %-28s %,12d cases%n", invariant.code(), verdict.judged()));
    assertThat(violations).as("-Dsluice.seed=" + first).isEmpty();
    assertThat(verdicts)
        .as("a check that met no case has proven nothing; -Dsluice.seed=" + first)
        .allSatisfy((invariant, verdict) -> assertThat(verdict.judged()).isPositive());
    assertThat(requests.get()).isGreaterThanOrEqualTo(WANTED);
  }
}
