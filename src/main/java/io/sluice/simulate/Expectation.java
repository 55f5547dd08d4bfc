package io.sluice.simulate;

import io.sluice.exchange.Tier;
import io.sluice.options.Key;
import io.sluice.options.Share;
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
    if (expect.amplification() != Key.LEFT_OUT) {
      double wanted = expect.amplification() / PER_HUNDRED;
      all.add(new Expectation("amplification", true, wanted, result.amplification(), Unit.RATIO));
    }
    if (expect.p99() != null) {
      double wanted = expect.p99().toMillis();
      all.add(new Expectation("p99", true, wanted, result.answerP99Millis(), Unit.MILLIS));
    }
    if (expect.limitAtMost() != Key.LEFT_OUT) {
      double highest = result.highestLimit();
      all.add(new Expectation("limitAtMost", true, expect.limitAtMost(), highest, Unit.COUNT));
    }
    most(all, "zombies", expect.zombies(), result.zombieShare());
    return List.copyOf(all);
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
