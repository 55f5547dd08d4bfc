package io.sluice.config;

import static io.sluice.options.TimeText.write;

import io.sluice.classify.Auth;
import io.sluice.classify.Overflow;
import io.sluice.classify.RouteOptions;
import io.sluice.options.Key;
import io.sluice.retry.RetryOptions;
import io.sluice.retry.RetryOptions.On;
import io.sluice.simulate.scenario.BackendModelOptions;
import io.sluice.simulate.scenario.ClientOptions;
import io.sluice.simulate.scenario.ClientOptions.Arrivals;
import io.sluice.simulate.scenario.ClientOptions.Retry;
import io.sluice.simulate.scenario.ScenarioOptions;
import io.sluice.simulate.scenario.SpellOptions;
import java.time.Duration;
import java.util.List;

/**
 * A scenario can be rehearsed: what a gateway would refuse is refused, and so is what says nothing.
 */
final class ScenarioRules {
  private final ScenarioOptions scenario;
  private final Review review;

  private ScenarioRules(ScenarioOptions scenario, Review review) {
    this.scenario = scenario;
    this.review = review;
  }

  static void check(ScenarioOptions scenario, Review review) {
    ReferenceRules.check(review);
    RouteRules.check(review);
    TimeRules.check(review);
    LaneRules.check(review);
    AdaptiveRules.check(review);
    RetryRules.check(review);
    BreakerRules.check(review);
    var rules = new ScenarioRules(scenario, review);
    rules.warmUp();
    scenario.backends().forEach((name, model) -> rules.backend("backends." + name, model));
    for (int i = 0; i < scenario.routes().size(); i++) {
      rules.route(i, scenario.routes().get(i));
    }
    for (int i = 0; i < scenario.clients().size(); i++) {
      rules.client("clients[" + i + "].", scenario.clients().get(i));
    }
    rules.expectations();
  }

  private void warmUp() {
    if (scenario.warmUp().compareTo(scenario.lasts()) >= 0) {
      review.expect(
          "warmUp",
          scenario.warmUp(),
          "less than lasts, " + review.show("lasts", scenario.lasts()),
          "lasts");
    }
  }

  private void backend(String path, BackendModelOptions model) {
    if (model.threads() > 0 && model.threads() < model.servers()) {
      review.expect(
          path + ".threads",
          model.threads(),
          "0, or at least one for each of the servers, " + model.servers(),
          path + ".servers");
    }
    if (!model.pauseEvery().isZero() && model.pause().compareTo(model.pauseEvery()) >= 0) {
      review.expect(
          path + ".pause",
          model.pause(),
          "less than pauseEvery, " + write(model.pauseEvery()),
          path + ".pauseEvery");
    }
    if (model.shape() != BackendModelOptions.Shape.BIMODAL) {
      onlyWith(path + ".slow", "shape: bimodal", path + ".shape");
      onlyWith(path + ".slowShare", "shape: bimodal", path + ".shape");
    }
    if (model.shape() != BackendModelOptions.Shape.LOGNORMAL) {
      onlyWith(path + ".spread", "shape: lognormal", path + ".shape");
    }
    if (model.leak().fraction() == 0) {
      onlyWith(path + ".leakFrom", "a leak", path + ".leak");
    }
    if (model.coldFactor() == 1) {
      onlyWith(path + ".coldFor", "a coldFactor", path + ".coldFactor");
    }
    if (model.pauseEvery().isZero()) {
      onlyWith(path + ".pause", "pauseEvery", path + ".pauseEvery");
    }
    if (!model.retry().hedge().isOff()) {
      review.refuse(
          path + ".retry.hedge", "is not simulated (expected: to be left out)", path + ".retry");
    }
    for (int i = 0; i < model.spells().size(); i++) {
      spell(path + ".spells[" + i + "]", model.spells().get(i), model.spells().subList(0, i));
    }
  }

  private void spell(String path, SpellOptions spell, List<SpellOptions> before) {
    ends(path + ".", spell.from(), spell.until());
    for (SpellOptions other : before) {
      boolean apart =
          spell.from().compareTo(other.until()) >= 0 || other.from().compareTo(spell.until()) >= 0;
      if (!apart) {
        review.refuse(
            path,
            "overlaps the one from %s to %s (expected: one at a time)"
                .formatted(write(other.from()), write(other.until())),
            path + ".from",
            path + ".until");
      }
    }
    boolean changes =
        spell.slower() > 1 || spell.servers() != Key.LEFT_OUT || spell.failing().fraction() > 0;
    if (!changes) {
      review.refuse(
          path,
          "changes nothing (expected: slower, servers or failing)",
          path + ".slower",
          path + ".servers",
          path + ".failing");
    }
    if (spell.failing().fraction() == 0) {
      onlyWith(path + ".failsIn", "failing", path + ".failing");
      onlyWith(path + ".retryAfter", "failing", path + ".failing");
    }
  }

  /** From lies before until and within the run. */
  private void ends(String path, Duration from, Duration until) {
    if (until.compareTo(from) <= 0) {
      review.expect(
          path + "until", until, "after from, " + review.show(path + "from", from), path + "from");
    }
    if (from.compareTo(scenario.lasts()) >= 0) {
      review.expect(
          path + "from",
          from,
          "before the end, " + review.show("lasts", scenario.lasts()),
          "lasts");
    }
  }

  private void route(int index, RouteOptions route) {
    if (route.overflow() != Overflow.ABORT) {
      review.expect(
          Review.route(index, "overflow"), route.overflow(), "abort; telemetry is not simulated");
    }
    if (route.auth() != Auth.NONE) {
      review.expect(Review.route(index, "auth"), route.auth(), "none; callers are not simulated");
    }
  }

  private void client(String path, ClientOptions client) {
    List<String> routes = scenario.routes().stream().map(RouteOptions::name).toList();
    if (!routes.isEmpty() && !routes.contains(client.route())) {
      review.refuse(
          path + "route",
          "no route is called %s (%s)"
              .formatted(
                  review.show(path + "route", client.route()),
                  Nearest.advice(Nearest.to(client.route(), routes), routes)),
          "routes");
    }
    arrivals(path, client);
    retries(path, client);
  }

  private void arrivals(String path, ClientOptions client) {
    String kind = path + "arrivals";
    switch (client.arrivals()) {
      case CONSTANT, POISSON -> {
        onlyWith(path + "peak", "arrivals: step, flash or diurnal", kind);
        onlyWith(path + "period", "arrivals: burst, flash or diurnal", kind);
      }
      case BURST -> onlyWith(path + "peak", "arrivals: step, flash or diurnal", kind);
      case STEP -> {
        peak(path, client);
        ends(path, client.from(), client.until());
        onlyWith(path + "period", "arrivals: burst, flash or diurnal", kind);
      }
      case FLASH, DIURNAL -> peak(path, client);
    }
    if (client.arrivals() != Arrivals.STEP) {
      onlyWith(path + "until", "arrivals: step", kind);
      if (client.arrivals() != Arrivals.FLASH) {
        onlyWith(path + "from", "arrivals: step or flash", kind);
      }
    }
  }

  private void peak(String path, ClientOptions client) {
    if (client.peak() < client.rate()) {
      review.expect(
          path + "peak",
          client.peak(),
          "at least rate, " + review.show(path + "rate", client.rate()),
          path + "rate",
          path + "arrivals");
    }
  }

  private void retries(String path, ClientOptions client) {
    String kind = path + "retry";
    if (client.retry() == Retry.NONE) {
      onlyWith(path + "retries", "retry: immediate, or another that comes again", kind);
    }
    if (client.retry() == Retry.NONE || client.retry() == Retry.IMMEDIATE) {
      onlyWith(path + "base", "retry: exponential, jittered, hint, seconds or impatient", kind);
    }
    if (client.base().compareTo(client.maxWait()) > 0) {
      review.expect(
          path + "maxWait",
          client.maxWait(),
          "at least base, " + review.show(path + "base", client.base()),
          path + "base");
    }
  }

  /** What would be read by nobody was meant for something else. */
  private void onlyWith(String path, String needed, String alsoLookedAt) {
    if (review.isWritten(path)) {
      review.refuse(path, "has no effect here (expected: only with " + needed + ")", alsoLookedAt);
    }
  }

  private void expectations() {
    var least = scenario.expect().goodput();
    var most = scenario.expect().goodputAtMost();
    if (least != null && most != null && most.fraction() < least.fraction()) {
      review.expect("expect.goodputAtMost", most, "at least goodput, " + least, "expect.goodput");
    }
    if (scenario.backends().values().stream().allMatch(model -> model.breaker() == null)) {
      for (String key : List.of("breakerOpens", "probesPerCooldown", "recovery")) {
        onlyWith("expect." + key, "a breaker", "backends");
      }
    }
    if (scenario.backends().values().stream().noneMatch(model -> retries(model.retry()))) {
      for (String key : List.of("backendAmplification", "retryShare", "budgetRefusals")) {
        onlyWith("expect." + key, "a retry of statuses or timeouts", "backends");
      }
    }
  }

  /** Whether it can happen here, where every backend is reached. */
  private static boolean retries(RetryOptions retry) {
    return retry.mayRetry() && (!retry.statuses().isEmpty() || retry.on().contains(On.TIMEOUT));
  }
}
