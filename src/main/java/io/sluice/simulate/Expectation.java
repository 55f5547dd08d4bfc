package io.sluice.simulate;

import io.sluice.exchange.Tier;
import io.sluice.options.Key;
import io.sluice.options.Share;
import io.sluice.simulate.BackendResult.BreakerResult;
import io.sluice.simulate.scenario.ExpectOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One thing a scenario said must hold, and what came of it.
 *
 * @param name the key in the scenario's {@code expect}
 * @param most whether {@code wanted} is the most there may be; else the least
 * @param wanted the bound, in the unit of the figure
 * @param found the figure
 * @param unit of both
 */
public record Expectation(String name, boolean most, double wanted, double found, Unit unit) {
  private static final double PER_HUNDRED = 100;

  /** What a figure is of. */
  public enum Unit {
    SHARE,
    MILLIS,
    RATIO,
    COUNT;

    String write(double figure) {
      return switch (this) {
        case SHARE -> String.format(Locale.ROOT, "%.2f %%", figure * PER_HUNDRED);
        case MILLIS -> String.format(Locale.ROOT, "%.1f ms", figure);
        case COUNT -> String.format(Locale.ROOT, "%.0f", figure);
        case RATIO -> String.format(Locale.ROOT, "%.2f", figure);
      };
    }
  }

  /** Everything that was expected of a run, in the order of the keys. */
  public static List<Expectation> of(SimulationResult result) {
    ExpectOptions expect = result.scenario().expect();
    var all = new ArrayList<Expectation>();
    least(all, "goodput", expect.goodput(), result.share());
    most(all, "goodputAtMost", expect.goodputAtMost(), result.share());
    least(all, "p0Success", expect.p0Success(), result.of(Tier.P0).success());
    least(all, "p1Success", expect.p1Success(), result.of(Tier.P1).success());
    least(all, "p2Success", expect.p2Success(), result.of(Tier.P2).success());
    most(all, "shed", expect.shed(), result.shedShare());
    ratio(all, "amplification", expect.amplification(), result.amplification());
    if (expect.p99() != null) {
      double wanted = expect.p99().toMillis();
      all.add(new Expectation("p99", true, wanted, result.answerP99Millis(), Unit.MILLIS));
    }
    count(all, "limitAtMost", true, expect.limitAtMost(), result.highestLimit());
    most(all, "zombies", expect.zombies(), result.zombieShare());
    backends(all, expect, result);
    return List.copyOf(all);
  }

  /** Of several backends the worst counts. */
  private static void backends(
      List<Expectation> all, ExpectOptions expect, SimulationResult result) {
    double worst = result.highest(BackendResult::amplification);
    ratio(all, "backendAmplification", expect.backendAmplification(), worst);
    most(all, "retryShare", expect.retryShare(), result.highest(BackendResult::retryShare));
    double refusals = result.allBudgetRefusals();
    count(all, "budgetRefusals", false, expect.budgetRefusals(), refusals);
    double opened = result.highestOfBreakers(BreakerResult::opened);
    count(all, "breakerOpens", false, expect.breakerOpens(), opened);
    double probes = result.highestOfBreakers(BreakerResult::probesPerCooldown);
    count(all, "probesPerCooldown", true, expect.probesPerCooldown(), probes);
    if (expect.recovery() != null) {
      double recovery = result.highestOfBreakers(BreakerResult::recoveryMillis);
      double wanted = expect.recovery().toMillis();
      all.add(new Expectation("recovery", true, wanted, recovery, Unit.MILLIS));
    }
  }

  private static void ratio(List<Expectation> all, String name, int hundredths, double found) {
    if (hundredths != Key.LEFT_OUT) {
      all.add(new Expectation(name, true, hundredths / PER_HUNDRED, found, Unit.RATIO));
    }
  }

  private static void count(
      List<Expectation> all, String name, boolean most, int wanted, double found) {
    if (wanted != Key.LEFT_OUT) {
      all.add(new Expectation(name, most, wanted, found, Unit.COUNT));
    }
  }

  private static void least(
      List<Expectation> all, String name, @Nullable Share wanted, double found) {
    if (wanted != null) {
      all.add(new Expectation(name, false, wanted.fraction(), found, Unit.SHARE));
    }
  }

  private static void most(
      List<Expectation> all, String name, @Nullable Share wanted, double found) {
    if (wanted != null) {
      all.add(new Expectation(name, true, wanted.fraction(), found, Unit.SHARE));
    }
  }

  public boolean holds() {
    return most ? found <= wanted : found >= wanted;
  }

  /** The bound in words: {@code at least 97.00 %}. */
  public String bound() {
    return (most ? "at most " : "at least ") + unit.write(wanted);
  }

  /** The figure in words. */
  public String figure() {
    return unit.write(found);
  }

  /** The one of two runs' that is further on the wrong side. */
  Expectation worse(Expectation other) {
    boolean otherIsWorse = most ? other.found > found : other.found < found;
    return otherIsWorse ? other : this;
  }
}
