package io.sluice.simulate;

import io.sluice.simulate.AmplificationModel.Round;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoublePredicate;

/**
 * Where the rounds of an {@link AmplificationModel} can stay, and where they return to after a
 * push.
 *
 * <p>Each round maps λatt to λ·A(p(λatt)), which only rises, so that it meets the diagonal and
 * crosses it, never circling. Below capacity p = 0 stays. In overload p(λatt) = p means λatt = C/(1
 * − p·(1 − w)), and the map lies above the diagonal exactly where
 *
 * <pre>g(p) = A(p)·(1 − p·(1 − w)) = 1 − p^n + w·(p + p² + … + p^n),  n = r + 1,</pre>
 *
 * is greater than C/λ; and from where A(p) reaches the bound of a retry budget on, g(p) = (1 +
 * b)·(1 − p·(1 − w)), which only falls. So the points are the roots of g(p) = C/λ: stable where g
 * falls through it, unstable where it rises; and p = 1, stable, where g(1) = w·A(1) &gt; C/λ. g
 * rises to one peak and falls from there. (Derived from the model's two equations; with w = 0 it
 * leaves p = (1 − C/λ)^(1/n), the textbook's point, and below capacity nothing but p = 0.)
 *
 * @param all from the smallest p to the greatest; at least one
 */
public record FixedPoints(List<Point> all) {
  private static final int HALVINGS = 200;

  /**
   * One of them.
   *
   * @param at the round that repeats itself
   * @param stable whether a small push away from it dies out
   */
  public record Point(Round at, boolean stable) {}

  public FixedPoints {
    all = List.copyOf(all);
  }

  /** All there are, for the waste the model says. */
  public static FixedPoints of(AmplificationModel model) {
    List<Point> all = new ArrayList<>();
    double level = model.capacity() / model.rate();
    if (level >= 1) {
      all.add(new Point(model.at(0), level > 1 || model.waste() == 0));
    }
    if (model.isBounded()) {
      new Curve(model).roots(level, all);
    } else {
      unlimited(level, model, all);
    }
    return new FixedPoints(all);
  }

  // n without end: g(p) = 1 + w·p/(1 − p), which never falls.
  private static void unlimited(double level, AmplificationModel model, List<Point> all) {
    double waste = model.waste();
    if (level > 1 && waste > 0) {
      all.add(new Point(model.at((level - 1) / (waste + level - 1)), false));
    }
    if (level < 1 || waste > 0) {
      all.add(new Point(model.at(1), true));
    }
  }

  /** Where the rounds lead to that begin with so many attempts a second. */
  public Round from(double attempts) {
    Round reached = all.getFirst().at();
    for (int i = 0; i + 1 < all.size(); i++) {
      Point brink = all.get(i);
      if (!brink.stable() && attempts > brink.at().attempts()) {
        reached = all.get(i + 1).at();
      }
    }
    return reached;
  }

  /** Whether an overload of this load, once begun, stays although the load would fit. */
  public boolean sustainOverload() {
    return all.size() > 1 && all.getFirst().at().refused() == 0 && all.getLast().stable();
  }

  /**
   * From which waste on a load that fits stays overloaded once it is; empty if it never does, or
   * does not fit.
   */
  public static OptionalDouble sustainedFrom(AmplificationModel model) {
    double level = model.capacity() / model.rate();
    if (model.verdict() != AmplificationModel.Verdict.METASTABLE) {
      return OptionalDouble.empty();
    }
    if (!model.isBounded() || level == 1) {
      return OptionalDouble.of(0);
    }
    return OptionalDouble.of(
        first(0, 1, waste -> new Curve(model.withWaste(waste)).peakHeight() > level));
  }

  /** The least value between the two for which it holds, given that it holds from there on. */
  private static double first(double from, double to, DoublePredicate holds) {
    double low = from;
    double high = to;
    for (int i = 0; i < HALVINGS && high - low > 1e-15; i++) {
      double middle = (low + high) / 2;
      if (holds.test(middle)) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high;
  }

  /** g, for a bounded number of attempts. */
  private record Curve(AmplificationModel model) {
    double at(double p) {
      return model.amplification(p) * (1 - p * (1 - model.waste()));
    }

    /** Whether g falls at p: for good, from its peak on. */
    private boolean fallsAt(double p) {
      if (model.amplification(p) >= 1 + model.budget()) {
        return true;
      }
      if (model.retries() == AmplificationModel.UNLIMITED) {
        return false;
      }
      int attempts = model.retries() + 1;
      double power = 1; // p^(i-1)
      double rise = 0;
      for (int i = 1; i < attempts; i++) {
        rise += model.waste() * i * power;
        power *= p;
      }
      return rise - (1 - model.waste()) * attempts * power < 0;
    }

    double peak() {
      return fallsAt(1) ? first(0, 1, this::fallsAt) : 1;
    }

    double peakHeight() {
      return at(peak());
    }

    void roots(double level, List<Point> into) {
      double peak = peak();
      double height = at(peak);
      if (level > 1 && height > level) {
        into.add(new Point(model.at(first(0, peak, p -> at(p) > level)), false));
      }
      double end = model.waste() * model.mostAttempts();
      if (end > level) {
        into.add(new Point(model.at(1), true));
      } else if (height > level) {
        into.add(new Point(model.at(first(peak, 1, p -> at(p) <= level)), true));
      }
    }
  }
}
