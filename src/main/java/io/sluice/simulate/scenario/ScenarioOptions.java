package io.sluice.simulate.scenario;

import io.sluice.admit.LaneOptions;
import io.sluice.classify.RouteOptions;
import io.sluice.hint.HintOptions;
import io.sluice.options.Key;
import io.sluice.options.Share;
import io.sluice.retry.BudgetOptions;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One rehearsal: the root of a scenario file. Lanes, routes and hints are written as in a gateway's
 * own file.
 *
 * @param about one sentence: what it shows
 * @param lasts simulated time
 * @param warmUp left out of every figure
 * @param seed of all draws; the same seed gives the same run to the last bit
 * @param deadlineMargin share of a client's time the gateway keeps back
 * @param hints what refused clients are told
 * @param retryBudget how many retries there may be at all backends together
 * @param lanes bulkheads by name
 * @param backends modelled backends by name
 * @param routes which lane and backend a client's requests go to
 * @param clients who sends them
 * @param expect what must hold at the end
 */
public record ScenarioOptions(
    @Key(value = "One sentence: what it shows.", byDefault = "a scenario") String about,
    @Key(value = "Simulated time.", byDefault = "60s", min = "1s", max = "24h") Duration lasts,
    @Key(value = "Left out of every figure.", byDefault = "5s", min = "0ms", max = "1h")
        Duration warmUp,
    @Key(
            value = "Of all draws: the same seed gives the same run, bit for bit.",
            byDefault = "1",
            min = "0",
            max = "2147483647")
        int seed,
    @Key(
            value = "Share of the caller's time kept back, so that the answer arrives in time.",
            byDefault = "10%",
            max = "50%")
        Share deadlineMargin,
    @Key(value = "What refused clients are told.", optional = true) HintOptions hints,
    @Key(
            value = "How many retries there may be at all backends, as in a gateway's file.",
            optional = true)
        BudgetOptions retryBudget,
    @Key(
            value = "Bulkheads by name, as in a gateway's file.",
            min = "1",
            max = "100",
            pattern = NAME,
            expected = NAME_IN_WORDS)
        Map<String, LaneOptions> lanes,
    @Key(
            value = "Modelled backends by name.",
            min = "1",
            max = "100",
            pattern = NAME,
            expected = NAME_IN_WORDS)
        Map<String, BackendModelOptions> backends,
    @Key(value = "Routes, as in a gateway's file.", min = "1", max = "1000")
        List<RouteOptions> routes,
    @Key(value = "Who sends requests, and what they do with a refusal.", min = "1", max = "100")
        List<ClientOptions> clients,
    @Key(value = "What must hold at the end.", optional = true) ExpectOptions expect) {

  static final String NAME = "[a-z0-9][a-z0-9-]{0,62}";
  static final String NAME_IN_WORDS = "a name of up to 63 lower-case letters, digits and dashes";

  public ScenarioOptions {
    lanes = Collections.unmodifiableMap(new LinkedHashMap<>(lanes));
    backends = Collections.unmodifiableMap(new LinkedHashMap<>(backends));
    routes = List.copyOf(routes);
    clients = List.copyOf(clients);
  }

  /** The same with other draws. */
  public ScenarioOptions withSeed(int other) {
    return new ScenarioOptions(
        about,
        lasts,
        warmUp,
        other,
        deadlineMargin,
        hints,
        retryBudget,
        lanes,
        backends,
        routes,
        clients,
        expect);
  }

  /** The same for another time. */
  public ScenarioOptions lasting(Duration time) {
    return new ScenarioOptions(
        about,
        time,
        warmUp,
        seed,
        deadlineMargin,
        hints,
        retryBudget,
        lanes,
        backends,
        routes,
        clients,
        expect);
  }
}
