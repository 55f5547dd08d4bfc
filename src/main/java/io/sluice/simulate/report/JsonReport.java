package io.sluice.simulate.report;

import io.sluice.admit.LaneSnapshot;
import io.sluice.exchange.Tier;
import io.sluice.simulate.Expectation;
import io.sluice.simulate.Rehearsal;
import io.sluice.simulate.SimulationResult;
import io.sluice.simulate.SimulationResult.TierResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A rehearsal as a tree of maps and lists, which any JSON writer can write. */
public final class JsonReport {
  private JsonReport() {}

  public static Map<String, Object> of(Rehearsal rehearsal) {
    SimulationResult run = rehearsal.worst();
    var all = new LinkedHashMap<String, Object>();
    all.put("scenario", rehearsal.name());
    all.put("about", run.scenario().about());
    all.put("holds", rehearsal.holds());
    all.put("reading", Reading.of(rehearsal));
    all.put("seed", run.scenario().seed());
    all.put("seeds", rehearsal.seeds());
    all.put("seconds", run.scenario().lasts().toMillis() / 1000.0);
    all.put("requests", run.requests());
    all.put("goodput", run.goodput());
    all.put("possible", run.possible());
    all.put("share", run.share());
    all.put("amplification", run.amplification());
    all.put("shedShare", run.shedShare());
    all.put("callP50Ms", run.callP50Millis());
    all.put("callP99Ms", run.callP99Millis());
    all.put("answerP50Ms", run.answerP50Millis());
    all.put("answerP99Ms", run.answerP99Millis());
    all.put("served", run.served());
    all.put("zombies", run.zombies());
    all.put("tiers", tiers(run));
    all.put("lanes", lanes(run.atEnd()));
    all.put("backends", BackendLines.tree(run.backends()));
    all.put("budgetRefusals", run.budgetRefusals());
    all.put(
        "expectations", rehearsal.expectations().stream().map(JsonReport::expectation).toList());
    all.put("invariants", invariants(rehearsal));
    return all;
  }

  private static Map<String, Object> tiers(SimulationResult run) {
    var tiers = new LinkedHashMap<String, Object>();
    for (Tier tier : Tier.values()) {
      TierResult result = run.of(tier);
      var each = new LinkedHashMap<String, Object>();
      each.put("requests", result.requests());
      each.put("attempts", result.attempts());
      each.put("amplification", result.amplification());
      each.put("succeeded", result.succeeded());
      each.put("success", result.success());
      var refused = new LinkedHashMap<String, Object>();
      result.refused().forEach((reason, count) -> refused.put(reason.code(), count));
      each.put("refused", refused);
      each.put("failed", result.failed());
      each.put("left", result.left());
      each.put("p50Ms", result.p50Millis());
      each.put("p99Ms", result.p99Millis());
      tiers.put(tier.code(), each);
    }
    return tiers;
  }

  private static Map<String, Object> lanes(Map<String, LaneSnapshot> atEnd) {
    var lanes = new LinkedHashMap<String, Object>();
    atEnd.forEach(
        (name, lane) ->
            lanes.put(
                name,
                Map.of(
                    "limit", lane.limit(),
                    "inFlight", lane.inFlight(),
                    "duplicateEnds", lane.duplicateEnds())));
    return lanes;
  }

  private static Map<String, Object> expectation(Expectation expectation) {
    var each = new LinkedHashMap<String, Object>();
    each.put("name", expectation.name());
    each.put(expectation.most() ? "atMost" : "atLeast", expectation.wanted());
    each.put("found", expectation.found());
    each.put("holds", expectation.holds());
    return each;
  }

  private static List<Map<String, Object>> invariants(Rehearsal rehearsal) {
    var all = new ArrayList<Map<String, Object>>();
    rehearsal
        .verdicts()
        .all()
        .forEach(
            (invariant, verdict) -> {
              var each = new LinkedHashMap<String, Object>();
              each.put("name", invariant.code());
              each.put("cases", verdict.judged());
              each.put("violated", verdict.violated());
              if (verdict.first() != null) {
                each.put("first", verdict.first());
              }
              all.add(each);
            });
    return all;
  }
}
