package io.sluice.simulate;

import io.sluice.admit.Lane;
import io.sluice.admit.LaneOptions;
import io.sluice.admit.ServiceTime;
import io.sluice.breaker.BreakerOptions;
import io.sluice.classify.Overflow;
import io.sluice.classify.RouteOptions;
import io.sluice.classify.RoutePlan;
import io.sluice.exchange.Exchange;
import io.sluice.exchange.Idempotence;
import io.sluice.exchange.Outcome;
import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import io.sluice.hint.HintOptions;
import io.sluice.hint.Hints;
import io.sluice.journey.Policies;
import io.sluice.journey.StreamSlots;
import io.sluice.retry.BudgetOptions;
import io.sluice.retry.RetryAdvice;
import io.sluice.retry.RetryOptions;
import io.sluice.simulate.replay.Recorded;
import io.sluice.simulate.replay.Routing;
import io.sluice.simulate.replay.ServiceTimes;
import io.sluice.time.Deadline;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Recorded requests, sent through the lanes of a configuration at the times at which they came. The
 * backend answers each call after the time it took then, however many there are: what a
 * configuration admits more of, a real backend would take longer for. One thread.
 */
public final class Replay {
  private static final long NANOS_PER_MICRO = 1000;
  private static final Set<Reason> TIMED_OUT =
      EnumSet.of(Reason.UPSTREAM_TIMEOUT, Reason.OUTCOME_UNKNOWN);

  private final Configuration configuration;
  private final Routing routing;
  private final Routing currentRouting;
  private final ServiceTimes services;
  private final List<Recorded> requests;
  private final VirtualTime time;
  private final long startNanos;
  private final Recorder recorder;
  private final SplittableRandom random;
  private final Map<String, SimulatedLane> lanes = new HashMap<>();
  private final SimulatedBudget budget;
  private final Map<String, SimulatedCalls> calls = new LinkedHashMap<>();
  private final Map<String, Target> targets = new HashMap<>();
  private final ReplayResult result = new ReplayResult();
  private int next;

  /**
   * What a replay takes of a gateway's configuration.
   *
   * @param lanes by name
   * @param routes in their order
   * @param retryBudget of all backends together
   * @param backends how they are called, by name; who is not there is called once, and always
   */
  public record Configuration(
      Map<String, LaneOptions> lanes,
      List<RouteOptions> routes,
      HintOptions hints,
      BudgetOptions retryBudget,
      Map<String, CallOptions> backends) {}

  /**
   * How a backend is called.
   *
   * @param breaker null if it has none
   */
  public record CallOptions(RetryOptions retry, @Nullable BreakerOptions breaker) {
    static final CallOptions ONCE = new CallOptions(RetryOptions.NEVER, null);
  }

  /** A route with what judges its requests. */
  private record Target(
      RoutePlan plan, Policies policies, SimulatedLane lane, SimulatedCalls calls) {}

  private Replay(
      List<Recorded> requests, Configuration configuration, Configuration current, int seed) {
    this.requests = requests;
    this.configuration = configuration;
    this.random = new SplittableRandom(seed);
    this.startNanos = random.nextLong();
    this.time = new VirtualTime(startNanos);
    this.recorder = new Recorder(time, startNanos);
    this.routing = new Routing(configuration.routes());
    this.currentRouting = new Routing(current.routes());
    this.services = new ServiceTimes(requests, routing, random.split());
    configuration.lanes().forEach(this::addLane);
    this.budget =
        new SimulatedBudget("gateway", configuration.retryBudget(), time, startNanos, null);
  }

  /**
   * Runs it.
   *
   * @param requests in the order in which they came; nothing comes of none
   * @param current what was in force when they were recorded: tells what was the clients' own of
   *     their tiers and deadlines, and what was the configuration's
   * @param seed of what is drawn
   */
  public static ReplayResult run(
      List<Recorded> requests, Configuration configuration, Configuration current, int seed) {
    var replay = new Replay(requests, configuration, current, seed);
    if (!requests.isEmpty()) {
      if (replay.services.isEmpty()) {
        throw new IllegalArgumentException(
            "no request was served, so nothing is known of how long the backend takes");
      }
      replay.scheduleNext();
      replay.time.runDry();
      replay.summarise();
    }
    return replay.result;
  }

  private void addLane(String name, LaneOptions options) {
    lanes.put(
        name, new SimulatedLane(new Lane(name, options, startNanos), time, recorder, null, null));
  }

  private void summarise() {
    var backends = new LinkedHashMap<String, BackendResult>();
    calls.forEach((name, each) -> backends.put(name, each.result(time.nowNanos(), List.of())));
    result.backends(backends, budget.refusals());
  }

  private SimulatedCalls callsOf(String backend) {
    return calls.computeIfAbsent(
        backend,
        name -> {
          CallOptions how = configuration.backends().getOrDefault(name, CallOptions.ONCE);
          return new SimulatedCalls(
              name, how.retry(), how.breaker(), budget, time, startNanos, null);
        });
  }

  private void scheduleNext() {
    if (next < requests.size()) {
      Recorded request = requests.get(next++);
      long sinceMicros = request.atMicros() - requests.getFirst().atMicros();
      time.at(startNanos + sinceMicros * NANOS_PER_MICRO, () -> arrive(request));
    }
  }

  private void arrive(Recorded request) {
    RouteOptions route = routing.of(request);
    if (route == null || route.overflow() != Overflow.ABORT) {
      result.passedBy(route == null);
    } else {
      new Arrival(request, route).begin();
    }
    scheduleNext();
  }

  private Target target(RouteOptions route) {
    return targets.computeIfAbsent(
        route.name(),
        _ -> {
          LaneOptions options = Objects.requireNonNull(configuration.lanes().get(route.lane()));
          SimulatedLane lane = Objects.requireNonNull(lanes.get(route.lane()));
          SimulatedCalls callsThere = callsOf(route.backend());
          SplittableRandom draws = random.split();
          var policies =
              new Policies(
                  lane.lane(),
                  new ServiceTime(),
                  new Hints(configuration.hints()),
                  draws::nextDouble,
                  new StreamSlots(0),
                  callsThere.policies());
          var plan = new RoutePlan(route, tier -> options.tiers().of(tier).maxWait());
          return new Target(plan, policies, lane, callsThere);
        });
  }

  /** One of them on its way. */
  private final class Arrival implements Visit.Client {
    private final Recorded request;
    private final RouteOptions route;
    private final Tier tier;
    private final ReplayResult.Count count;
    private int called;

    Arrival(Recorded request, RouteOptions route) {
      this.request = request;
      this.route = route;
      RouteOptions before = currentRouting.of(request);
      Tier had = request.tier();
      // A tier that was not the route's was its caller's, and still is.
      boolean own = had != null && before != null && had != before.effectiveTier();
      this.tier = own && had != null ? had : route.effectiveTier();
      this.count = result.of(route.name(), tier);
      count.recorded(request);
    }

    void begin() {
      Target to = target(route);
      long nowNanos = time.nowNanos();
      var exchange =
          new Exchange(
              "replayed",
              route.name(),
              route.lane(),
              tier,
              route.kind(),
              idempotence(to.plan()),
              Deadline.after(budgetNanos(), nowNanos),
              nowNanos);
      Recorded like = services.like(request, route.name());
      Upstream upstream = caller -> answering(caller, like);
      var visit =
          new Visit(
              exchange, to.plan(), to.policies(), to.lane(), to.calls(), upstream, time, this);
      visit.begin();
      if (request.reason() == Reason.CLIENT_GONE) {
        time.in(Math.max(0, request.totalMicros()) * NANOS_PER_MICRO, visit::leave);
      }
    }

    /** The first call is answered as it was then, a further one as some other request was. */
    private Upstream.Call answering(Upstream.Caller caller, Recorded first) {
      Recorded like = called++ == 0 ? first : services.any(route.name());
      if (request.reason() != null && TIMED_OUT.contains(request.reason())) {
        return () -> {}; // it would not have come in this time either
      }
      long nanos = like.serviceMicros() * NANOS_PER_MICRO;
      int status = like.status() == 0 ? 200 : like.status();
      VirtualTime.Event head = time.in(nanos, () -> caller.head(status, RetryAdvice.NONE));
      return head::cancel;
    }

    private Idempotence idempotence(RoutePlan plan) {
      String method = request.method();
      return method == null ? Idempotence.UNSAFE : plan.idempotence(method, false);
    }

    /** A deadline that was all its route allowed was the route's; any other was the caller's. */
    private long budgetNanos() {
      long allowed = route.timeout().toNanos();
      long had = request.deadlineMicros() * NANOS_PER_MICRO;
      RouteOptions before = currentRouting.of(request);
      boolean routes = before != null && before.timeout().toNanos() - had < 1_000_000;
      return request.deadlineMicros() == Recorded.UNKNOWN || routes
          ? allowed
          : Math.min(allowed, had);
    }

    @Override
    public void admitted(long waitedNanos) {
      count.admitted(waitedNanos);
    }

    @Override
    public void ended(Outcome outcome) {
      count.ended(outcome);
    }
  }
}
