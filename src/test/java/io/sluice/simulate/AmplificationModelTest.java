package io.sluice.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sluice.simulate.AmplificationModel.Round;
import io.sluice.simulate.AmplificationModel.Verdict;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AmplificationModelTest {
  private static final AmplificationModel REFERENCE = new AmplificationModel(1045, 2000, 3);

  @Test
  void rounds_ofTheReferenceScenario_areThoseMeasuredAgainst() {
    List<Round> rounds = REFERENCE.rounds();
    double[] refused = {0.478, 0.712, 0.797, 0.822, 0.829, 0.831};
    double[] amplification = {1.81, 2.58, 2.94, 3.05, 3.09, 3.09};
    double[] attempts = {3629, 5160, 5881, 6109, 6171, 6188};
    for (int i = 0; i < refused.length; i++) {
      assertThat(rounds.get(i).refused()).isCloseTo(refused[i], within(0.0006));
      assertThat(rounds.get(i).amplification()).isCloseTo(amplification[i], within(0.006));
      assertThat(rounds.get(i).attempts()).isCloseTo(attempts[i], within(1.0));
    }
  }

  @Test
  void fixedPoint_ofTheReferenceScenario() {
    Round point = REFERENCE.fixedPoint();
    assertThat(point.refused()).isCloseTo(0.831, within(0.0005));
    assertThat(point.amplification()).isCloseTo(3.0967, within(0.0001));
    assertThat(point.attempts()).isCloseTo(6193, within(1.0));
  }

  @Test
  void rounds_growTowardsTheFixedPoint_andReachItUnlessLoadAndCapacityAreNearlyEqual() {
    long seed = System.nanoTime();
    System.out.println("seed " + seed);
    var random = new Random(seed);
    for (int i = 0; i < 1000; i++) {
      var model =
          new AmplificationModel(
              1 + 1000 * random.nextDouble(), 1 + 3000 * random.nextDouble(), random.nextInt(8));
      double end = model.fixedPoint().attempts();
      double before = model.rate();
      for (Round round : model.rounds()) {
        assertThat(round.attempts()).as("%s", model).isBetween(before, end * (1 + 1e-9));
        before = round.attempts();
      }
      if (Math.abs(model.capacity() / model.rate() - 1) > 0.05) {
        assertThat(before).as("%s", model).isCloseTo(end, within(0.001 * model.rate()));
      }
      double accepted = end * (1 - model.fixedPoint().refused());
      assertThat(accepted).isCloseTo(Math.min(model.rate(), model.capacity()), within(1e-6 * end));
    }
  }

  @Test
  void belowCapacity_nothingIsRepeated() {
    var model = new AmplificationModel(1000, 800, 3);
    assertThat(model.fixedPoint()).isEqualTo(new Round(0, 1, 800));
    assertThat(model.safeRetryRatio()).isCloseTo(0.25, within(1e-9));
  }

  @Test
  void verdict_saysWhetherRepetitionsWouldFit() {
    assertThat(new AmplificationModel(1000, 250, 3).verdict()).isEqualTo(Verdict.STABLE);
    assertThat(new AmplificationModel(1000, 251, 3).verdict()).isEqualTo(Verdict.METASTABLE);
    assertThat(REFERENCE.verdict()).isEqualTo(Verdict.OVERLOADED);
    assertThat(REFERENCE.safeRetryRatio()).isNegative();
  }

  @Test
  void unlimitedRetries_divergeWhereTheLoadDoesNotFit() {
    var model = new AmplificationModel(1045, 2000, AmplificationModel.UNLIMITED);
    assertThat(model.verdict()).isEqualTo(Verdict.DIVERGENT);
    assertThat(model.fixedPoint().refused()).isEqualTo(1);
    assertThat(model.fixedPoint().amplification()).isInfinite();
    assertThat(model.fixedPoint().served()).isZero();
    // Each round makes λ/C times as many attempts of the last one's.
    List<Round> rounds = model.rounds();
    for (int i = 1; i < rounds.size(); i++) {
      double growth = rounds.get(i).attempts() / rounds.get(i - 1).attempts();
      assertThat(growth).isCloseTo(2000 / 1045.0, within(1e-9));
    }
    assertThat(rounds.getLast().attempts()).isGreaterThan(1e4 * 2000);
  }

  @Test
  void unlimitedRetries_changeNothingBelowCapacity() {
    var model = new AmplificationModel(1000, 800, AmplificationModel.UNLIMITED);
    assertThat(model.fixedPoint()).isEqualTo(new Round(0, 1, 800));
    assertThat(model.verdict()).isEqualTo(Verdict.METASTABLE);
  }

  @Test
  void afterAnOutage_theLoadCalmsDown_whileRefusalsCostNothing() {
    List<Round> rounds = new AmplificationModel(1333, 1200, 3).roundsAfterAnOutage();
    assertThat(rounds.getFirst().refused()).isCloseTo(1 - 1333 / 4800.0, within(1e-9));
    assertThat(rounds.getLast()).isEqualTo(new Round(0, 1, 1200));
  }

  @Test
  void afterAnOutage_theLoadStaysUp_whereFailuresCostAsMuchAsSuccesses() {
    Round last = new AmplificationModel(1333, 1200, 3).withWaste(1).roundsAfterAnOutage().getLast();
    assertThat(last).isEqualTo(new Round(1, 4, 4800));
    assertThat(last.served()).isZero();
  }

  @Test
  void withoutCapacity_everythingIsRefused() {
    Round point = new AmplificationModel(0, 10, 3).fixedPoint();
    assertThat(point.refused()).isCloseTo(1, within(1e-9));
    assertThat(point.attempts()).isCloseTo(40, within(1e-6));
  }

  @Test
  void budget_boundsTheAttempts_whateverEachMayDo() {
    AmplificationModel budgeted = REFERENCE.withBudget(0.2);
    Round point = budgeted.fixedPoint();
    assertThat(point.amplification()).isCloseTo(1.2, within(1e-9));
    assertThat(point.attempts()).isCloseTo(2400, within(1e-6));
    assertThat(point.served()).isCloseTo(1045, within(1e-6));
    assertThat(budgeted.verdict()).isEqualTo(Verdict.OVERLOADED);
    for (Round round : budgeted.rounds()) {
      assertThat(round.amplification()).isLessThanOrEqualTo(1.2);
    }
    var endless = new AmplificationModel(1045, 2000, AmplificationModel.UNLIMITED);
    assertThat(endless.withBudget(0.2).fixedPoint().attempts()).isCloseTo(2400, within(1e-6));
    assertThat(endless.withBudget(0.2).verdict()).isEqualTo(Verdict.OVERLOADED);
  }

  @Test
  void budgetThatFits_keepsTheLoadSafe_whateverAFailureCosts() {
    var model = new AmplificationModel(1333, 1100, 3, 1);
    assertThat(model.verdict()).isEqualTo(Verdict.METASTABLE);
    assertThat(model.withBudget(0.2).verdict()).isEqualTo(Verdict.STABLE);
    assertThat(model.withBudget(0.2).roundsAfterAnOutage().getLast())
        .isEqualTo(new Round(0, 1, 1100));
    assertThat(model.withBudget(0.25).verdict()).isEqualTo(Verdict.METASTABLE);
    assertThat(model.withBudget(0.25).roundsAfterAnOutage().getLast())
        .isEqualTo(new Round(1, 1.25, 1375));
  }

  @Test
  void budgetThatNobodyUsesUp_changesNothing() {
    assertThat(REFERENCE.withBudget(3).rounds()).isEqualTo(REFERENCE.rounds());
    assertThat(REFERENCE.withBudget(3).fixedPoint()).isEqualTo(REFERENCE.fixedPoint());
  }

  @Test
  void nonsense_isRefused() {
    assertThatThrownBy(() -> REFERENCE.withBudget(-0.1)).hasMessageContaining("budget");
    assertThatThrownBy(() -> REFERENCE.withBudget(Double.NaN)).hasMessageContaining("budget");
    assertThatThrownBy(() -> new AmplificationModel(-1, 1, 1)).hasMessageContaining("capacity");
    assertThatThrownBy(() -> new AmplificationModel(1, 0, 1)).hasMessageContaining("rate");
    assertThatThrownBy(() -> new AmplificationModel(1, Double.NaN, 1)).hasMessageContaining("rate");
    assertThatThrownBy(() -> new AmplificationModel(1, 1, -1)).hasMessageContaining("retries");
    assertThatThrownBy(() -> new AmplificationModel(1, 1, 1001)).hasMessageContaining("unlimited");
    assertThatThrownBy(() -> new AmplificationModel(1, 1, 1, 1.5)).hasMessageContaining("waste");
  }
}
