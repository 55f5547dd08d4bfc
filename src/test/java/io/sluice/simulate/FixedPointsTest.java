package io.sluice.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.simulate.AmplificationModel.Round;
import io.sluice.simulate.FixedPoints.Point;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FixedPointsTest {
  private static final int UNLIMITED = AmplificationModel.UNLIMITED;

  private static List<Point> points(double capacity, double rate, int retries, double waste) {
    return FixedPoints.of(new AmplificationModel(capacity, rate, retries, waste)).all();
  }

  @Test
  void theReferenceScenario_hasOnePoint_andItIsStable() {
    List<Point> points = points(1045, 2000, 3, 0);
    assertThat(points).hasSize(1);
    assertThat(points.getFirst().stable()).isTrue();
    assertThat(points.getFirst().at().refused())
        .isCloseTo(Math.pow(1 - 1045 / 2000.0, 0.25), within(1e-9));
  }

  @Test
  void aLoadThatFits_hasNoOtherPoint_whileFailuresCostNothing() {
    assertThat(points(1333, 1200, 3, 0)).containsExactly(new Point(new Round(0, 1, 1200), true));
    assertThat(points(1333, 1200, UNLIMITED, 0))
        .containsExactly(new Point(new Round(0, 1, 1200), true));
  }

  @Test
  void aLoadThatFits_isTrappedBeyondTheBrink_whereFailuresCostAsMuch() {
    FixedPoints points = FixedPoints.of(new AmplificationModel(1333, 1200, 3, 1));
    assertThat(points.all()).extracting(Point::stable).containsExactly(true, false, true);
    // At w = 1 the brink lies where the attempts just fill the capacity: A(p) = C/λ.
    assertThat(points.all().get(1).at().attempts()).isCloseTo(1333, within(1e-6));
    assertThat(points.all().get(2).at()).isEqualTo(new Round(1, 4, 4800));
    assertThat(points.from(1200)).isEqualTo(new Round(0, 1, 1200));
    assertThat(points.from(1332)).isEqualTo(new Round(0, 1, 1200));
    assertThat(points.from(1334)).isEqualTo(new Round(1, 4, 4800));
    assertThat(points.sustainOverload()).isTrue();
  }

  @Test
  void aLoadWhoseRepetitionsFit_isNeverTrapped() {
    assertThat(points(1333, 300, 3, 1)).hasSize(1);
    assertThat(FixedPoints.sustainedFrom(new AmplificationModel(1333, 300, 3))).isEmpty();
  }

  @Test
  void wasteThatEatsTheCapacity_leavesNothingServed() {
    FixedPoints points = FixedPoints.of(new AmplificationModel(1045, 2000, 3, 1));
    assertThat(points.all()).containsExactly(new Point(new Round(1, 4, 8000), true));
    assertThat(points.from(2000).served()).isZero();
    assertThat(points.sustainOverload()).isFalse();
  }

  @Test
  void unlimitedRetries_areTrappedByAnyWaste() {
    List<Point> points = points(1000, 800, UNLIMITED, 0.1);
    assertThat(points).extracting(Point::stable).containsExactly(true, false, true);
    assertThat(points.get(1).at().refused()).isCloseTo(0.25 / 0.35, within(1e-9));
    assertThat(points.get(2).at().amplification()).isInfinite();
    assertThat(FixedPoints.sustainedFrom(new AmplificationModel(1000, 800, UNLIMITED))).hasValue(0);
  }

  @Test
  void aLoadThatJustFits_hasNothingToCalmDownWith_ifFailuresCost() {
    assertThat(points(1000, 1000, 3, 0).getFirst().stable()).isTrue();
    List<Point> points = points(1000, 1000, 3, 0.5);
    assertThat(points.getFirst().stable()).isFalse();
    assertThat(points.getLast().stable()).isTrue();
    assertThat(FixedPoints.sustainedFrom(new AmplificationModel(1000, 1000, 3))).hasValue(0);
  }

  @Test
  void sustainedFrom_isWhereTheTrapAppears() {
    var random = seeded();
    for (int i = 0; i < 300; i++) {
      double rate = 100 + 900 * random.nextDouble();
      var model =
          new AmplificationModel(1000, rate, 1 + random.nextInt(8)).withBudget(budget(random));
      var from = FixedPoints.sustainedFrom(model);
      if (from.isEmpty()) {
        assertThat(FixedPoints.of(model.withWaste(1)).sustainOverload()).as("%s", model).isFalse();
        continue;
      }
      double more = Math.min(1, from.getAsDouble() * 1.01 + 1e-9);
      assertThat(FixedPoints.of(model.withWaste(more)).sustainOverload()).as("%s", model).isTrue();
      double less = from.getAsDouble() * 0.99;
      assertThat(FixedPoints.of(model.withWaste(less)).sustainOverload()).as("%s", model).isFalse();
    }
  }

  @Test
  void everyPoint_repeatsItself_andWhatIsNearComesBackOnlyIfItIsStable() {
    var random = seeded();
    int judged = 0;
    for (int i = 0; i < 2000; i++) {
      double rate = 100 + 1900 * random.nextDouble();
      double waste = random.nextDouble();
      var model =
          new AmplificationModel(1000, rate, random.nextInt(9), waste).withBudget(budget(random));
      List<Point> points = FixedPoints.of(model).all();
      for (Point point : points) {
        double at = point.at().attempts();
        assertThat(next(model, at)).as("%s %s", model, point).isCloseTo(at, within(1e-5 * at));
        double pushed = at * 1.001;
        boolean alone =
            points.stream()
                .map(other -> other.at().attempts() / at)
                .noneMatch(ratio -> ratio > 1 && ratio < 1.01);
        if (pushed > 1000 && alone && Math.abs(next(model, pushed) - pushed) > 1e-6 * at) {
          judged++;
          assertThat(next(model, pushed) < pushed)
              .as("%s %s", model, point)
              .isEqualTo(point.stable());
        }
      }
    }
    assertThat(judged).isGreaterThan(500);
  }

  /** The map, written down once more. */
  private static double next(AmplificationModel model, double attempts) {
    double overflow = Math.max(0, 1 - model.capacity() / attempts);
    double refused = overflow == 0 ? 0 : Math.min(1, overflow / (1 - model.waste()));
    double sum = 0;
    for (int i = 0; i <= model.retries(); i++) {
      sum += Math.pow(refused, i);
    }
    return model.rate() * Math.min(sum, 1 + model.budget());
  }

  /** None every other time. */
  private static double budget(Random random) {
    return random.nextBoolean() ? AmplificationModel.NO_BUDGET : 2 * random.nextDouble();
  }

  private static Random seeded() {
    long seed = System.nanoTime();
    System.out.println("seed " + seed);
    return new Random(seed);
  }
}
