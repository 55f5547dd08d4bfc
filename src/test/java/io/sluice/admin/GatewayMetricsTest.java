package io.sluice.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.sluice.admit.Lane;
import io.sluice.admit.LaneOptions;
import io.sluice.balance.Fleet;
import io.sluice.breaker.BreakerState;
import io.sluice.breaker.CircuitBreaker;
import io.sluice.observe.MetricNames;
import io.sluice.options.Share;
import io.sluice.retry.BudgetOptions;
import io.sluice.retry.RetryBudget;
import io.sluice.retry.RetryBudgets;
import java.util.Random;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class GatewayMetricsTest {
  private static final Percentage ONE_PERCENT = Percentage.withPercentage(1);

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT).throwExceptionOnRegistrationFailure();
  private final BusyGateway gateway = new BusyGateway(new Random().nextLong());
  private final GatewayMetrics metrics =
      new GatewayMetrics(
          registry, gateway.meters, new BuildInfo("1.2.3", "25", "nio"), gateway.clock);

  private Exposition scrape() {
    return Exposition.parse(metrics.scrape());
  }

  @Test
  void scrape_showsTheFourSignals_ofALaneByTier() {
    metrics.lane(gateway.lane);
    gateway.work();
    Exposition seen = scrape();

    assertThat(seen.value("sluice_lane_limit", "lane", "core")).isEqualTo(4);
    assertThat(seen.value("sluice_lane_in_flight", "lane", "core", "tier", "p0")).isEqualTo(4);
    assertThat(seen.value("sluice_lane_saturation_ratio", "tier", "p0")).isEqualTo(1.0);
    assertThat(seen.value("sluice_lane_saturation_ratio", "tier", "p1")).isEqualTo(0.0);
    assertThat(seen.value("sluice_lane_queue_depth", "tier", "p0")).isZero();
    assertThat(seen.value("sluice_lane_queue_depth", "tier", "p1")).isEqualTo(1);
    assertThat(seen.value("sluice_lane_wait_seconds", "tier", "p0", "quantile", "0.99"))
        .isCloseTo(0.010, ONE_PERCENT);
    assertThat(seen.value("sluice_lane_wait_seconds", "tier", "p1", "quantile", "0.99")).isNaN();
    assertThat(seen.value("sluice_lane_waited_total", "tier", "p0")).isEqualTo(1);
    assertThat(seen.value("sluice_lane_arrivals_total", "tier", "p0")).isEqualTo(5);
    assertThat(seen.value("sluice_lane_admitted_total", "tier", "p0")).isEqualTo(5);
    assertThat(seen.value("sluice_lane_sheds_total", "tier", "p2")).isEqualTo(1);
    assertThat(seen.value("sluice_sheds_total", "route", "loans", "tier", "p2")).isEqualTo(1);
  }

  @Test
  void endpointThatNobodyKnowsAnyMore_hasNoSeries() {
    Fleet fleet = gateway.fleet();
    metrics.fleet(fleet);
    Exposition before = scrape();
    assertThat(before.value("sluice_endpoint_in_flight", "endpoint", "10.0.0.1:80")).isEqualTo(1);
    assertThat(before.value("sluice_endpoint_ejected", "endpoint", "10.0.0.3:80")).isEqualTo(1);
    assertThat(before.value("sluice_endpoint_available", "endpoint", "10.0.0.3:80")).isZero();
    assertThat(
            before.value(
                "sluice_endpoint_ejections_total",
                "endpoint",
                "10.0.0.3:80",
                "reason",
                "connect-failed"))
        .isEqualTo(1);
    fleet.leave(fleet.members().getLast(), gateway.clock.nanoTime());
    assertThat(metrics.scrape()).contains("10.0.0.2:80").doesNotContain("10.0.0.3:80");
    fleet.join("10.0.0.3:80", gateway.clock.nanoTime());
    assertThat(scrape().value("sluice_endpoint_ejected", "endpoint", "10.0.0.3:80")).isEqualTo(1);
  }

  @Test
  void scrape_showsWhatRetryBudgetsPaidFor_andWhatTheyDidNot() {
    var own = new RetryBudget(new BudgetOptions(new Share(0.2), 1, 100), gateway.clock.nanoTime());
    var global = new RetryBudget(BudgetOptions.DEFAULT, gateway.clock.nanoTime());
    var budgets = new RetryBudgets(own, global);
    metrics.budget("library", own);
    metrics.globalBudget(global);
    budgets.tryTake(gateway.clock.nanoTime());
    budgets.tryTake(gateway.clock.nanoTime());
    Exposition seen = scrape();

    assertThat(seen.value("sluice_retries_total", "backend", "library")).isEqualTo(1);
    assertThat(seen.value("sluice_retries_refused_total", "backend", "library")).isEqualTo(1);
    assertThat(seen.value("sluice_retry_budget_left", "backend", "library")).isZero();
    assertThat(seen.value("sluice_global_retries_refused_total")).isZero();
    assertThat(seen.value("sluice_global_retry_budget_left")).isEqualTo(2);
  }

  @Test
  void scrape_showsWhatExplainsALane() {
    metrics.lane(gateway.lane);
    gateway.work();
    Exposition seen = scrape();

    assertThat(seen.value("sluice_lane_duplicate_ends_total", "lane", "core")).isEqualTo(1);
    assertThat(seen.value("sluice_lane_oldest_permit_seconds", "lane", "core"))
        .isCloseTo(0.030, within(1e-9));
    assertThat(seen.value("sluice_lane_completions_per_second", "lane", "core")).isPositive();
    assertThat(seen.value("sluice_lane_shed_level", "tier", "p2")).isZero();
    gateway.advance(1_100 * BusyGateway.MILLI);
    assertThat(scrape().value("sluice_lane_shed_level", "tier", "p2")).isEqualTo(1);
  }

  @Test
  void scrape_showsMovesOfALimit_byReason() {
    metrics.lane(gateway.moving());
    Exposition seen = scrape();

    assertThat(seen.value("sluice_lane_limit", "lane", "moving")).isEqualTo(18);
    assertThat(moves(seen, "moves", "moving", "unhealthy")).isEqualTo(1);
    assertThat(moves(seen, "moves", "moving", "queue-short")).isZero();
    assertThat(moves(seen, "windows", "moving", "unhealthy")).isEqualTo(1);
    assertThat(seen.of("sluice_lane_limit_shadow")).isEmpty();
  }

  @Test
  void scrape_showsALimitInTheShadow_besideTheOneInForce() {
    metrics.lane(gateway.lane);
    metrics.lane(gateway.shadowed());
    Exposition seen = scrape();

    assertThat(seen.value("sluice_lane_limit", "lane", "shadowed")).isEqualTo(9);
    assertThat(seen.value("sluice_lane_limit_shadow", "lane", "shadowed")).isEqualTo(18);
    assertThat(moves(seen, "moves", "shadowed", "unhealthy")).isEqualTo(1);
    assertThat(seen.of("sluice_limit_moves_total"))
        .as("a fixed number has no moves")
        .noneMatch(series -> series.labels().containsValue("core"));
  }

  private static double moves(Exposition seen, String what, String lane, String reason) {
    return seen.value("sluice_limit_" + what + "_total", "lane", lane, "reason", reason);
  }

  @Test
  void scrape_showsOverload_andTheWaitsInForce() {
    metrics.lane(gateway.lane);
    Exposition seen = scrape();

    assertThat(seen.value("sluice_lane_overloaded", "lane", "core")).isZero();
    assertThat(seen.value("sluice_lane_overloads_total", "lane", "core")).isZero();
    assertThat(seen.value("sluice_lane_wait_bound_seconds", "lane", "core", "tier", "p0"))
        .isEqualTo(0.1);
    assertThat(seen.value("sluice_lane_wait_share_ratio", "lane", "core", "tier", "p1"))
        .isEqualTo(1);
  }

  @Test
  void scrape_showsRequestsAttemptsAndOutcomes_ofARoute() {
    gateway.work();
    Exposition seen = scrape();

    assertThat(seen.value("sluice_requests_total", "route", "loans", "tier", "p0")).isEqualTo(5);
    assertThat(seen.value("sluice_requests_open", "route", "loans", "tier", "p0")).isEqualTo(3);
    assertThat(seen.value("sluice_attempts_total", "route", "loans", "tier", "p0")).isEqualTo(3);
    assertThat(seen.value("sluice_repeated_requests_total", "route", "loans", "tier", "p2"))
        .isEqualTo(1);
    assertThat(seen.value("sluice_answers_total", "route", "loans", "status", "2xx")).isEqualTo(1);
    assertThat(seen.value("sluice_failures_total", "reason", "outcome-unknown")).isEqualTo(1);
    assertThat(
            seen.value("sluice_latency_seconds", "route", "loans", "tier", "p0", "quantile", "0.5"))
        .isCloseTo(0.010, ONE_PERCENT);
    assertThat(
            seen.value(
                "sluice_shed_latency_seconds", "route", "loans", "tier", "p2", "quantile", "0.5"))
        .isCloseTo(0.001, ONE_PERCENT);
    assertThat(
            seen.value(
                "sluice_deadline_left_seconds",
                "route",
                "loans",
                "tier",
                "p0",
                "stage",
                "arrival",
                "quantile",
                "0.5"))
        .isCloseTo(1.0, ONE_PERCENT);
    assertThat(
            seen.value(
                "sluice_deadline_left_seconds",
                "route",
                "loans",
                "tier",
                "p0",
                "stage",
                "dispatch",
                "quantile",
                "0.01"))
        .isCloseTo(0.970, ONE_PERCENT);
  }

  @Test
  void scrape_showsWhatTelemetryLost() {
    gateway.work();
    Exposition seen = scrape();

    assertThat(seen.value("sluice_accepted_total", "route", "clicks")).isEqualTo(2);
    assertThat(seen.value("sluice_completed_total", "route", "clicks")).isEqualTo(1);
    assertThat(seen.value("sluice_accepted_uncompleted", "route", "clicks")).isEqualTo(1);
    assertThat(seen.of("sluice_accepted_total")).hasSize(1);
  }

  @Test
  void scrape_showsStreams_byWhyTheyClosed() {
    gateway.work();
    Exposition seen = scrape();

    assertThat(seen.value("sluice_streams_open", "route", "loans")).isEqualTo(1);
    assertThat(seen.value("sluice_streams_opened_total", "route", "loans")).isEqualTo(3);
    assertThat(seen.value("sluice_streams_closed_total", "reason", "none")).isEqualTo(1);
    assertThat(seen.value("sluice_streams_closed_total", "reason", "stream-idle")).isEqualTo(1);
    assertThat(seen.of("sluice_streams_open")).hasSize(1);
  }

  @Test
  void scrape_showsWhatHappensBeforeAnyRoute_andTheBuild() {
    gateway.work();
    Exposition seen = scrape();

    assertThat(seen.value("sluice_client_faults_total", "reason", "no-route", "kind", "any"))
        .isEqualTo(1);
    assertThat(seen.value("sluice_client_faults_total", "kind", "obsolete-fold")).isEqualTo(1);
    assertThat(seen.value("sluice_junk_deadline_headers_total")).isEqualTo(1);
    assertThat(seen.value("sluice_connections_open")).isEqualTo(1);
    assertThat(seen.value("sluice_connections_total")).isEqualTo(2);
    assertThat(seen.value("sluice_connections_refused_total")).isEqualTo(1);
    assertThat(seen.value("sluice_loop_lag_seconds", "loop", "0", "quantile", "1"))
        .isCloseTo(0.003, ONE_PERCENT);
    assertThat(
            seen.value("sluice_build_info", "version", "1.2.3", "java", "25", "transport", "nio"))
        .isEqualTo(1);
  }

  @Test
  void scrape_showsWorkers() {
    metrics.workers("core", BusyGateway.workers());
    Exposition seen = scrape();

    assertThat(seen.value("sluice_workers", "lane", "core")).isEqualTo(4);
    assertThat(seen.value("sluice_workers_running", "lane", "core")).isEqualTo(3);
    assertThat(seen.value("sluice_workers_queued", "lane", "core")).isEqualTo(2);
    assertThat(seen.value("sluice_workers_rejected_total", "lane", "core")).isEqualTo(1);
  }

  @Test
  void scrape_showsBreakers_byStateAndReason() {
    CircuitBreaker breaker = gateway.breaker();
    metrics.breaker(breaker);
    Exposition seen = scrape();

    assertThat(state(seen, "closed")).isEqualTo(1);
    assertThat(state(seen, "open")).isZero();
    assertThat(seen.of("sluice_breaker_state")).hasSize(BreakerState.values().length);
    gateway.fail(breaker, 3);
    breaker.enter(gateway.clock.nanoTime());
    seen = scrape();
    assertThat(state(seen, "closed")).isZero();
    assertThat(state(seen, "open")).isEqualTo(1);
    assertThat(steps(seen, "failures")).isEqualTo(1);
    assertThat(steps(seen, "cooldown-over")).isZero();
    assertThat(seen.value("sluice_breaker_refused_total", "backend", "library")).isEqualTo(1);
    gateway.advance(200 * BusyGateway.MILLI);
    breaker.enter(gateway.clock.nanoTime());
    seen = scrape();
    assertThat(state(seen, "half-open")).isEqualTo(1);
    assertThat(steps(seen, "cooldown-over")).isEqualTo(1);
    assertThat(seen.value("sluice_breaker_probes_total", "backend", "library")).isEqualTo(1);
    assertThat(seen.value("sluice_breaker_duplicate_ends_total", "backend", "library")).isZero();
  }

  private static double state(Exposition seen, String state) {
    return seen.value("sluice_breaker_state", "backend", "library", "state", state);
  }

  private static double steps(Exposition seen, String reason) {
    return seen.value("sluice_breaker_transitions_total", "backend", "library", "reason", reason);
  }

  @Test
  void breaker_takesThePlace_ofTheOneItsBackendHad() {
    CircuitBreaker former = gateway.breaker();
    gateway.fail(former, 3);
    metrics.breaker(former);
    metrics.breaker(gateway.breaker());

    assertThat(metrics.breakers()).hasSize(1);
    assertThat(state(scrape(), "closed")).isEqualTo(1);
  }

  @Test
  void scrape_readsAnew_whatWasShownBefore() {
    metrics.lane(gateway.lane);
    gateway.work();
    scrape();
    gateway.refuseOne();
    Exposition seen = scrape();

    assertThat(seen.value("sluice_requests_total", "route", "loans", "tier", "p2")).isEqualTo(2);
    assertThat(seen.value("sluice_sheds_total", "route", "loans", "tier", "p2")).isEqualTo(2);
    assertThat(seen.value("sluice_lane_arrivals_total", "tier", "p2")).isEqualTo(2);
  }

  @Test
  void scrape_forgetsOldDurations_butNotCounts() {
    gateway.work();
    scrape();
    gateway.advance(20_000 * BusyGateway.MILLI);
    Exposition later = scrape();

    assertThat(
            later.value(
                "sluice_latency_seconds", "route", "loans", "tier", "p0", "quantile", "0.5"))
        .isNaN();
    assertThat(later.value("sluice_loop_lag_seconds", "loop", "0", "quantile", "1")).isNaN();
    assertThat(later.value("sluice_answers_total", "route", "loans", "status", "2xx")).isEqualTo(1);
  }

  @Test
  void scrape_showsNoSeries_forWhatNeverHappened() {
    gateway.meters.route("idle", "core", "library");
    metrics.lane(gateway.lane);
    Exposition seen = scrape();

    assertThat(seen.all()).noneMatch(series -> series.labels().containsKey("route"));
    assertThat(seen.value("sluice_lane_sheds_total", "lane", "core", "tier", "p0")).isZero();
  }

  @Test
  void lane_takesThePlace_ofOneOfTheSameName() {
    metrics.lane(gateway.lane);
    metrics.lane(
        new Lane(
            "core",
            new LaneOptions(32, 64, 0, 0, LaneOptions.Tiers.DEFAULT),
            gateway.clock.nanoTime()));

    assertThat(scrape().value("sluice_lane_limit", "lane", "core")).isEqualTo(32);
  }

  @Test
  void register_refusesLabels_thatTheNameDoesNotDeclare() {
    var registrar = new Registrar(registry);

    assertThatThrownBy(
            () -> registrar.register(MetricNames.LANE_LIMIT, Tags.of("tier", "p0"), () -> 1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
