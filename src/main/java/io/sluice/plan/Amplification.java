package io.sluice.plan;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.sluice.simulate.AmplificationModel;
import io.sluice.simulate.AmplificationModel.Round;
import io.sluice.simulate.AmplificationModel.Verdict;
import io.sluice.simulate.FixedPoints;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that the model says of one load.
 *
 * @param model the load
 * @param rounds from the first failures on
 * @param afterAnOutage from everybody's repeating everything on
 * @param fixedPoint where the rounds lead to
 * @param fixedPoints all there are
 * @param verdict what can become of it, whatever failures cost
 * @param sustainedFrom the waste from which on an overload of a load that fits stays; null if none
 *     does, or it does not fit
 * @param remedy what keeps it safe
 */
public record Amplification(
    AmplificationModel model,
    List<Round> rounds,
    List<Round> afterAnOutage,
    Round fixedPoint,
    List<FixedPoints.Point> fixedPoints,
    Verdict verdict,
    @Nullable Double sustainedFrom,
    Remedy remedy) {

  public static Amplification of(AmplificationModel model) {
    FixedPoints points = FixedPoints.of(model);
    var sustained = FixedPoints.sustainedFrom(model);
    return new Amplification(
        model,
        model.rounds(),
        model.roundsAfterAnOutage(),
        points.from(model.rate()),
        points.all(),
        model.verdict(),
        sustained.isPresent() ? sustained.getAsDouble() : null,
        Remedy.of(model));
  }

  /** Whether an overload, at the waste the model says, stays although the load would fit. */
  @JsonProperty
  public boolean sustainsItself() {
    return FixedPoints.of(model).sustainOverload();
  }
}
