package io.sluice.simulate;

import io.sluice.simulate.scenario.BackendModelOptions;
import io.sluice.simulate.scenario.ClientOptions;
import io.sluice.simulate.scenario.ScenarioOptions;
import java.util.LinkedHashMap;
import java.util.List;

/** The same scenario with another load, or with nothing befalling its backends. */
final class Loads {
  private Loads() {}

  static ScenarioOptions scaled(ScenarioOptions s, double factor) {
    return new ScenarioOptions(
        s.about(),
        s.lasts(),
        s.warmUp(),
        s.seed(),
        s.deadlineMargin(),
        s.hints(),
        s.retryBudget(),
        s.lanes(),
        s.backends(),
        s.routes(),
        s.clients().stream().map(c -> scaled(c, factor)).toList(),
        s.expect());
  }

  private static ClientOptions scaled(ClientOptions c, double factor) {
    return new ClientOptions(
        c.route(),
        (int) (c.rate() * factor),
        c.arrivals(),
        (int) (c.peak() * factor),
        c.from(),
        c.until(),
        c.period(),
        c.retry(),
        c.retries(),
        c.base(),
        c.maxWait(),
        c.timeout(),
        c.tellsTimeout());
  }

  static ScenarioOptions steady(ScenarioOptions s) {
    var backends = new LinkedHashMap<String, BackendModelOptions>();
    s.backends().forEach((name, backend) -> backends.put(name, steady(backend)));
    return new ScenarioOptions(
        s.about(),
        s.lasts(),
        s.warmUp(),
        s.seed(),
        s.deadlineMargin(),
        s.hints(),
        s.retryBudget(),
        s.lanes(),
        backends,
        s.routes(),
        s.clients(),
        s.expect());
  }

  private static BackendModelOptions steady(BackendModelOptions b) {
    return new BackendModelOptions(
        b.servers(),
        b.queue(),
        b.queueTimeout(),
        b.service(),
        b.shape(),
        b.spread(),
        b.slow(),
        b.slowShare(),
        b.contention(),
        b.coherency(),
        b.leak(),
        b.leakFrom(),
        b.coldFactor(),
        b.coldFor(),
        b.pauseEvery(),
        b.pause(),
        b.workOn(),
        List.of());
  }
}
