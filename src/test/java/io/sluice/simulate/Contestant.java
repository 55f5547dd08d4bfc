package io.sluice.simulate;

import com.netflix.concurrency.limits.limit.AIMDLimit;
import com.netflix.concurrency.limits.limit.Gradient2Limit;
import com.netflix.concurrency.limits.limit.VegasLimit;
import io.sluice.simulate.Models.Model;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A limit under comparison: one of ours in its lane, or one of Netflix' library at its defaults.
 */
enum Contestant {
  VEGAS("guarded Vegas", "limit: adaptive", () -> null),
  GRADIENT("gradient", "limit: adaptive, adaptive: { algorithm: gradient }", () -> null),
  AIMD("aimd", "limit: adaptive, adaptive: { algorithm: aimd }", () -> null),
  FIXED("fixed 20", "limit: 20", () -> null),
  NETFLIX_GRADIENT2(
      "Netflix Gradient2", "limit: 20", () -> new NetflixDriver(Gradient2Limit.newDefault())),
  NETFLIX_VEGAS("Netflix Vegas", "limit: 20", () -> new NetflixDriver(VegasLimit.newDefault())),
  NETFLIX_AIMD(
      "Netflix AIMD", "limit: 20", () -> new NetflixDriver(AIMDLimit.newBuilder().build()));

  private final String label;
  private final String limit;
  private final Supplier<@Nullable LimitDriver> driver;

  Contestant(String label, String limit, Supplier<@Nullable LimitDriver> driver) {
    this.label = label;
    this.limit = limit;
    this.driver = driver;
  }

  String label() {
    return label;
  }

  boolean isNetflix() {
    return name().startsWith("NETFLIX");
  }

  SimulationResult run(Model model, int seconds, int seed) {
    LimitDriver outside = driver.get();
    return Simulation.run(Models.scenario(model, limit, seconds, seed), _ -> outside, false);
  }
}
