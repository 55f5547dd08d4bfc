package io.sluice.admit.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.admit.limit.Trial.Finding;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

class TrialTest {
  private final Trial trial = new Trial();

  private Finding run(IntFunction<Sample> backend, int usual, int other) {
    for (int i = 0; i < 4; i++) {
      trial.atUsual(backend.apply(usual));
    }
    trial.begin();
    Finding found = Finding.NOTHING_YET;
    for (int i = 0; i < 40 && found == Finding.NOTHING_YET; i++) {
      found = trial.atOther(backend.apply(other));
    }
    return found;
  }

  private static Sample servers(int inFlight) {
    return Samples.ofServers(16, 10, inFlight);
  }

  @Test
  void less_costs_whereNothingQueues() {
    assertThat(run(TrialTest::servers, 15, 12)).isEqualTo(Finding.PAYS);
  }

  @Test
  void less_costsNothing_whereItOnlyShortensAQueue() {
    assertThat(run(TrialTest::servers, 40, 32)).isEqualTo(Finding.IDLE);
  }

  @Test
  void more_pays_whileThereAreIdleServers() {
    assertThat(run(TrialTest::servers, 8, 10)).isEqualTo(Finding.PAYS);
  }

  @Test
  void more_isIdle_whereItOnlyQueues() {
    IntFunction<Sample> many = n -> Samples.ofServers(1600, 10, n);
    assertThat(run(many, 2000, 2500)).isEqualTo(Finding.IDLE);
  }

  @Test
  void more_ofAFewCalls_isUncertain_forWantOfThem() {
    assertThat(run(TrialTest::servers, 20, 25)).isEqualTo(Finding.UNCERTAIN);
  }

  @Test
  void aLittleForMuch_isLittle() {
    // Each tenth more of concurrency brings a hundredth more.
    IntFunction<Sample> flat = n -> Samples.saturated(100_000 * Math.pow(n, 0.1), n, 10);
    assertThat(run(flat, 40, 32)).isEqualTo(Finding.LITTLE);
  }

  @Test
  void sameConcurrency_saysNothing() {
    assertThat(run(_ -> Samples.saturated(1600, 16, 10), 20, 16)).isEqualTo(Finding.INCONCLUSIVE);
  }

  @Test
  void theWindowOfTheChange_isNotCounted() {
    for (int i = 0; i < 4; i++) {
      trial.atUsual(servers(40));
    }
    trial.begin();
    assertThat(trial.atOther(Samples.saturated(1, 36, 1000))).isEqualTo(Finding.NOTHING_YET);
    assertThat(trial.other().windows()).isZero();
  }

  @Test
  void noise_makesItTakeLonger_butDoesNotMislead() {
    long seed = System.nanoTime();
    System.out.println("trial: -Dsluice.seed=" + seed);
    var random = new Random(seed);
    int pays = 0;
    int idle = 0;
    for (int i = 0; i < 200; i++) {
      pays += new TrialTest().run(n -> noisy(servers(n), random), 15, 12) == Finding.PAYS ? 1 : 0;
      idle += new TrialTest().run(n -> noisy(servers(n), random), 40, 32) == Finding.PAYS ? 1 : 0;
    }
    assertThat(pays).isGreaterThan(190);
    assertThat(idle).isLessThan(20);
  }

  /** Scatter of a Poisson process in the completions of a window. */
  private static Sample noisy(Sample exact, Random random) {
    double per = exact.completed() + Math.sqrt(exact.completed()) * random.nextGaussian();
    return Samples.saturated(per * 4, exact.meanInFlight(), exact.medianNanos() / 1e6);
  }

  @Test
  void anotherBackend_isOneWhoseLatencyChangedMoreThanItsConcurrency() {
    trial.atUsual(Samples.saturated(1600, 20, 12));
    assertThat(trial.isAnotherBackend(Samples.saturated(1600, 20, 14))).isFalse();
    assertThat(trial.isAnotherBackend(Samples.saturated(400, 20, 48))).isTrue();
    assertThat(trial.isAnotherBackend(Samples.saturated(1600, 20, 4))).isTrue();
    // A quarter more in flight that hinder each other take half as long again.
    assertThat(trial.isAnotherBackend(Samples.saturated(1300, 25, 19))).isFalse();
    assertThat(trial.isAnotherBackend(Samples.saturated(1600, 16, 8))).isFalse();
  }

  @Test
  void withoutAnythingSeen_thereIsNoOtherBackend() {
    assertThat(trial.isAnotherBackend(Samples.saturated(1600, 20, 14))).isFalse();
  }
}
