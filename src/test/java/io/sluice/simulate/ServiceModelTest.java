package io.sluice.simulate;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.simulate.scenario.BackendModelOptions;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ServiceModelTest {
  private static final int DRAWS = 200_000;
  private static final double MILLI = 1e6;
  private static final long START = -7_000_000_000L;

  private static BackendModelOptions backend(String inside) {
    return requireNonNull(
        Scenarios.of("lasts: 100s", "limit: 4", inside, "read", "rate: 1").backends().get("app"));
  }

  private static ServiceModel model(String inside) {
    return new ServiceModel(backend(inside), START, new SplittableRandom(1));
  }

  private static double[] millis(ServiceModel model) {
    var drawn = new double[DRAWS];
    for (int i = 0; i < DRAWS; i++) {
      drawn[i] = model.nanos(1, START) / MILLI;
    }
    Arrays.sort(drawn);
    return drawn;
  }

  private static double mean(double[] drawn) {
    return Arrays.stream(drawn).average().orElseThrow();
  }

  private static long at(double seconds) {
    return START + (long) (seconds * 1e9);
  }

  @Test
  void deterministic_isAlwaysTheSame() {
    double[] drawn = millis(model("service: 6ms"));
    assertThat(drawn[0]).isEqualTo(6).isEqualTo(drawn[DRAWS - 1]);
  }

  @Test
  void exponential_hasItsMeanAndItsTail() {
    double[] drawn = millis(model("service: 10ms, shape: exponential"));
    assertThat(mean(drawn)).isCloseTo(10, within(0.1));
    assertThat(drawn[DRAWS / 2]).isCloseTo(10 * Math.log(2), within(0.1));
    assertThat(drawn[DRAWS * 99 / 100]).isCloseTo(10 * Math.log(100), within(0.7));
  }

  @Test
  void lognormal_hasItsMeanAndItsMedian() {
    double[] drawn = millis(model("service: 10ms, shape: lognormal, spread: 50%"));
    assertThat(mean(drawn)).isCloseTo(10, within(0.1));
    // Median exp(m) where the mean is exp(m + d²/2); the 84th percentile lies e^d above it.
    double median = 10 * Math.exp(-0.125);
    assertThat(drawn[DRAWS / 2]).isCloseTo(median, within(0.1));
    assertThat(drawn[(int) (DRAWS * 0.8413)]).isCloseTo(median * Math.exp(0.5), within(0.2));
  }

  @Test
  void bimodal_isOneOrTheOther() {
    ServiceModel model =
        model("servers: 1, service: 2ms, shape: bimodal, slow: 50ms, slowShare: 20%");
    double[] drawn = millis(model);
    assertThat(mean(drawn)).isCloseTo(0.8 * 2 + 0.2 * 50, within(0.3));
    assertThat(Arrays.stream(drawn).distinct()).containsExactly(2.0, 50.0);
    assertThat(model.capacity(START)).isCloseTo(1000 / 11.6, within(1e-6));
  }

  @Test
  void contention_makesEachSlower_andThroughputFallPastItsKnee() {
    ServiceModel model = model("servers: 100, service: 10ms, contention: 2%, coherency: 0.5%");
    for (int n : new int[] {1, 7, 30}) {
      double factor = 1 + 0.02 * (n - 1) + 0.005 * n * (n - 1);
      assertThat(model.nanos(n, START) / MILLI).isCloseTo(10 * factor, within(1e-3));
    }
    double best = 0;
    for (int n = 1; n <= 100; n++) {
      best = Math.max(best, n / (1 + 0.02 * (n - 1) + 0.005 * n * (n - 1)));
    }
    assertThat(model.capacity(START)).isCloseTo(best * 100, within(1e-6));
  }

  @Test
  void contentionAlone_isBestWithAllServers() {
    assertThat(model("servers: 10, service: 10ms, contention: 10%").capacity(START))
        .isCloseTo(10 / 1.9 * 100, within(1e-6));
  }

  @Test
  void pause_isAddedToWhatItMeets() {
    ServiceModel model = model("service: 10ms, pauseEvery: 1s, pause: 100ms");
    assertThat(model.nanos(1, START) / MILLI).isEqualTo(10); // the first is after a second
    assertThat(model.nanos(1, at(0.5)) / MILLI).isEqualTo(10);
    assertThat(model.nanos(1, at(0.995)) / MILLI).isEqualTo(110); // meets it half way
    assertThat(model.nanos(1, at(1.04)) / MILLI).isEqualTo(70); // begins in it
    assertThat(model.nanos(1, at(1.1)) / MILLI).isEqualTo(10);
    assertThat(model.capacity(START)).isCloseTo(0.9 * 800, within(1e-6));
  }

  @Test
  void serviceLongerThanTheTimeBetweenPauses_meetsSeveral() {
    ServiceModel model = model("service: 2s, pauseEvery: 1s, pause: 100ms");
    // 1 s, then 0.9 s between pauses, then 0.1 s: two pauses on the way.
    assertThat(model.nanos(1, START) / MILLI).isEqualTo(2200);
  }

  @Test
  void leak_compounds() {
    ServiceModel model = model("service: 10ms, leak: 2%, leakFrom: 10s");
    assertThat(model.nanos(1, at(10)) / MILLI).isEqualTo(10);
    assertThat(model.nanos(1, at(20)) / MILLI).isCloseTo(10 * Math.pow(1.02, 10), within(1e-3));
  }

  @Test
  void coldCache_warms() {
    ServiceModel model = model("service: 10ms, coldFactor: 11, coldFor: 10s");
    assertThat(model.nanos(1, START) / MILLI).isCloseTo(110, within(1e-3));
    assertThat(model.nanos(1, at(5)) / MILLI).isCloseTo(60, within(1e-3));
    assertThat(model.nanos(1, at(10)) / MILLI).isEqualTo(10);
  }

  @Test
  void spell_changesWhatItSays_fromItsBeginningToBeforeItsEnd() {
    ServiceModel model =
        model(
            "servers: 8, service: 10ms, spells: [{ from: 10s, until: 20s, slower: 4, servers: 2,"
                + " failing: 50% }]");
    assertThat(model.servers(at(9.99))).isEqualTo(8);
    assertThat(model.servers(at(10))).isEqualTo(2);
    assertThat(model.nanos(1, at(10)) / MILLI).isEqualTo(40);
    assertThat(model.capacity(at(15))).isCloseTo(50, within(1e-6));
    assertThat(model.soundShare(at(15))).isEqualTo(0.5);
    assertThat(model.servers(at(20))).isEqualTo(8);
    assertThat(model.soundShare(at(20))).isEqualTo(1);
  }
}
