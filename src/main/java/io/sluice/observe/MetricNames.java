package io.sluice.observe;

import java.util.List;

/**
 * Every metric of the product: its name as Prometheus shows it, its type, its help text and its
 * labels. The exporter, the alerts, the dashboards and the docs have no other source.
 *
 * <p>Label values come from configuration, from what its names stand for and from enums, never from
 * a request's text.
 */
public enum MetricNames {
  // ---- lanes: saturation, queue depth, wait, rejection; and what explains them
  LANE_LIMIT("sluice_lane_limit", Type.GAUGE, "Current limit of the lane, in permits.", L.LANE),
  LANE_LIMIT_SHADOW(
      "sluice_lane_limit_shadow",
      Type.GAUGE,
      "What the limit would be, on a lane with adaptive.mode: shadow.",
      L.LANE),
  LIMIT_MOVES(
      "sluice_limit_moves_total",
      Type.COUNTER,
      "Changes of an adaptive limit, by the reason of each.",
      L.LANE,
      L.REASON),
  LIMIT_WINDOWS(
      "sluice_limit_windows_total",
      Type.COUNTER,
      "Windows of calls that an adaptive limit has judged, by the reason to move or to hold.",
      L.LANE,
      L.REASON),
  LANE_OVERLOADED(
      "sluice_lane_overloaded",
      Type.GAUGE,
      "Whether P1's queue stands, as CoDel sees it: 1, or 0.",
      L.LANE),
  LANE_OVERLOADS(
      "sluice_lane_overloads_total",
      Type.COUNTER,
      "Times that P1's queue has begun to stand.",
      L.LANE),
  LANE_IN_FLIGHT(
      "sluice_lane_in_flight", Type.GAUGE, "Permits in use by the tier.", L.LANE, L.TIER),
  LANE_SATURATION(
      "sluice_lane_saturation_ratio",
      Type.GAUGE,
      "Permits in use by the tier, divided by the lane's limit.",
      L.LANE,
      L.TIER),
  LANE_QUEUE_DEPTH(
      "sluice_lane_queue_depth", Type.GAUGE, "Requests that wait for a permit.", L.LANE, L.TIER),
  LANE_WAIT(
      "sluice_lane_wait_seconds",
      Type.GAUGE,
      "Wait of the requests that queued and were granted a permit in the last 10 to 20 s.",
      L.LANE,
      L.TIER,
      L.QUANTILE),
  LANE_WAITED(
      "sluice_lane_waited_total",
      Type.COUNTER,
      "Requests that queued and were granted a permit.",
      L.LANE,
      L.TIER),
  LANE_WAIT_BOUND(
      "sluice_lane_wait_bound_seconds",
      Type.GAUGE,
      "Longest wait of the tier that is in force: the configured one, or less.",
      L.LANE,
      L.TIER),
  LANE_WAIT_SHARE(
      "sluice_lane_wait_share_ratio",
      Type.GAUGE,
      "What is left of the tier's longest wait, 1 to 0.1; with waitShortening: shadow, what would be.",
      L.LANE,
      L.TIER),
  LANE_SHED_LEVEL(
      "sluice_lane_shed_level",
      Type.GAUGE,
      "How persistently the tier is being shed, 0 to 6.",
      L.LANE,
      L.TIER),
  LANE_ARRIVALS(
      "sluice_lane_arrivals_total",
      Type.COUNTER,
      "Requests that asked the lane for a permit.",
      L.LANE,
      L.TIER),
  LANE_ADMITTED(
      "sluice_lane_admitted_total",
      Type.COUNTER,
      "Permits handed out, at once or after a wait.",
      L.LANE,
      L.TIER),
  LANE_SHEDS("sluice_lane_sheds_total", Type.COUNTER, "Requests the lane refused.", L.LANE, L.TIER),
  LANE_COMPLETIONS(
      "sluice_lane_completions_per_second",
      Type.GAUGE,
      "Weight completed per second, over the last second.",
      L.LANE),
  LANE_DUPLICATE_ENDS(
      "sluice_lane_duplicate_ends_total",
      Type.COUNTER,
      "Permits that were ended a second time; always a bug.",
      L.LANE),
  LANE_OLDEST_PERMIT(
      "sluice_lane_oldest_permit_seconds",
      Type.GAUGE,
      "Age of the oldest live permit; 0 if there is none.",
      L.LANE),

  // ---- the workers of a lane with in-process backends
  WORKERS("sluice_workers", Type.GAUGE, "Worker threads of the lane.", L.LANE),
  WORKERS_RUNNING(
      "sluice_workers_running", Type.GAUGE, "Worker threads that are running a task.", L.LANE),
  WORKERS_QUEUED(
      "sluice_workers_queued", Type.GAUGE, "Tasks in the backlog in front of the workers.", L.LANE),
  WORKERS_REJECTED(
      "sluice_workers_rejected_total",
      Type.COUNTER,
      "Tasks the worker executor itself refused; a bug on every route that does not discard.",
      L.LANE),

  // ---- routes
  REQUESTS(
      "sluice_requests_total",
      Type.COUNTER,
      "Requests that matched the route.",
      L.ROUTE,
      L.LANE,
      L.BACKEND,
      L.TIER),
  REPEATED_REQUESTS(
      "sluice_repeated_requests_total",
      Type.COUNTER,
      "Those of the requests that their client has sent before.",
      L.ROUTE,
      L.LANE,
      L.BACKEND,
      L.TIER),
  ATTEMPTS(
      "sluice_attempts_total",
      Type.COUNTER,
      "Attempts made at the backend, first ones and retries.",
      L.ROUTE,
      L.LANE,
      L.BACKEND,
      L.TIER),
  REQUESTS_OPEN(
      "sluice_requests_open",
      Type.GAUGE,
      "Requests that have started and not ended.",
      L.ROUTE,
      L.LANE,
      L.BACKEND,
      L.TIER),
  ANSWERS(
      "sluice_answers_total",
      Type.COUNTER,
      "Requests that got the backend's own answer, by class of status.",
      L.ROUTE,
      L.LANE,
      L.BACKEND,
      L.TIER,
      L.STATUS),
  SHEDS(
      "sluice_sheds_total",
      Type.COUNTER,
      "Requests refused before anything was sent, by reason.",
      L.ROUTE,
      L.LANE,
      L.BACKEND,
      L.TIER,
      L.REASON),
  FAILURES(
      "sluice_failures_total",
      Type.COUNTER,
      "Requests that failed, by reason.",
      L.ROUTE,
      L.LANE,
      L.BACKEND,
      L.TIER,
      L.REASON),
  FALLBACKS(
      "sluice_fallbacks_total",
      Type.COUNTER,
      "Requests that something else answered in the place of their backend.",
      L.ROUTE,
      L.LANE,
      L.BACKEND,
      L.TIER,
      L.KIND,
      L.REASON),
  FALLBACK_ADVICE(
      "sluice_fallback_advice_total",
      Type.COUNTER,
      "Refusals and failures that told their client to use its own copy.",
      L.ROUTE,
      L.LANE,
      L.BACKEND,
      L.TIER,
      L.REASON),
  REPLAYS(
      "sluice_idempotency_replays_total",
      Type.COUNTER,
      "Requests that had been done before, and got the answer of that time.",
      L.ROUTE,
      L.LANE,
      L.BACKEND,
      L.TIER),
  LATENCY(
      "sluice_latency_seconds",
      Type.GAUGE,
      "From arrival to the last byte of the backend's own answer, over the last 10 to 20 s.",
      L.ROUTE,
      L.LANE,
      L.BACKEND,
      L.TIER,
      L.QUANTILE),
  SHED_LATENCY(
      "sluice_shed_latency_seconds",
      Type.GAUGE,
      "From arrival to the end of a refusal, over the last 10 to 20 s.",
      L.ROUTE,
      L.LANE,
      L.BACKEND,
      L.TIER,
      L.QUANTILE),
  DEADLINE_LEFT(
      "sluice_deadline_left_seconds",
      Type.GAUGE,
      "Time left to the deadline at a stage of the request, over the last 10 to 20 s; at arrival it"
          + " is the client's timeout.",
      L.ROUTE,
      L.LANE,
      L.BACKEND,
      L.TIER,
      L.STAGE,
      L.QUANTILE),

  // ---- long-lived streams, which are no requests once they are open
  STREAMS_OPEN(
      "sluice_streams_open",
      Type.GAUGE,
      "WebSockets and event streams that are open.",
      L.ROUTE,
      L.LANE,
      L.BACKEND),
  STREAMS_OPENED(
      "sluice_streams_opened_total",
      Type.COUNTER,
      "Requests that became a stream.",
      L.ROUTE,
      L.LANE,
      L.BACKEND),
  STREAMS_CLOSED(
      "sluice_streams_closed_total",
      Type.COUNTER,
      "Streams that have closed, by reason; none where one of their ends ended them in good order.",
      L.ROUTE,
      L.LANE,
      L.BACKEND,
      L.REASON),

  // ---- telemetry routes, which may lose what they accepted
  ACCEPTED(
      "sluice_accepted_total",
      Type.COUNTER,
      "Items taken on with a 202.",
      L.ROUTE,
      L.LANE,
      L.BACKEND),
  COMPLETED(
      "sluice_completed_total",
      Type.COUNTER,
      "Items taken on and completed.",
      L.ROUTE,
      L.LANE,
      L.BACKEND),
  UNCOMPLETED(
      "sluice_accepted_uncompleted",
      Type.GAUGE,
      "Items accepted and not completed: under way, or lost.",
      L.ROUTE,
      L.LANE,
      L.BACKEND),

  // ---- the endpoints of a backend
  LOOKUP_FAILURES(
      "sluice_lookup_failures_total",
      Type.COUNTER,
      "Names of endpoints that could not be looked up; what they stood for stays in force.",
      L.BACKEND),
  FAILOVERS(
      "sluice_failovers_total",
      Type.COUNTER,
      "Requests that went on to another endpoint, as they could not connect to the one before.",
      L.BACKEND),

  ENDPOINT_IN_FLIGHT(
      "sluice_endpoint_in_flight",
      Type.GAUGE,
      "Calls in flight at the endpoint, streams that are open left out.",
      L.BACKEND,
      L.ENDPOINT),
  ENDPOINT_AVAILABLE(
      "sluice_endpoint_available",
      Type.GAUGE,
      "Whether the endpoint gets requests as any other: 1, or 0.",
      L.BACKEND,
      L.ENDPOINT),
  ENDPOINT_EJECTED(
      "sluice_endpoint_ejected",
      Type.GAUGE,
      "Whether the endpoint has been ejected for its failures and not answered since: 1, or 0.",
      L.BACKEND,
      L.ENDPOINT),
  ENDPOINT_EJECTIONS(
      "sluice_endpoint_ejections_total",
      Type.COUNTER,
      "Times that the endpoint was ejected, by the failure that was one too many.",
      L.BACKEND,
      L.ENDPOINT,
      L.REASON),
  HEALTH_CHECKS_FAILED(
      "sluice_health_checks_failed_total",
      Type.COUNTER,
      "Health checks that the endpoint has failed.",
      L.BACKEND,
      L.ENDPOINT),
  BACKEND_PANIC(
      "sluice_backend_panic",
      Type.GAUGE,
      "Whether all endpoints are used because too few are available: 1, or 0.",
      L.BACKEND),
  FANOUT_RESULTS(
      "sluice_fanout_results_total",
      Type.COUNTER,
      "Results of a fan-out's targets: the class of the status, or the reason why there is none.",
      L.BACKEND,
      L.TARGET,
      L.OUTCOME),

  // ---- retries, and the budgets that bound them
  RETRIES(
      "sluice_retries_total",
      Type.COUNTER,
      "Retries at the backend that were decided, and paid for.",
      L.BACKEND),
  RETRIES_REFUSED(
      "sluice_retries_refused_total",
      Type.COUNTER,
      "Retries that the backend's own budget had nothing left for.",
      L.BACKEND),
  RETRY_BUDGET_LEFT(
      "sluice_retry_budget_left",
      Type.GAUGE,
      "Retries that the backend's own budget would pay for now.",
      L.BACKEND),
  GLOBAL_RETRIES_REFUSED(
      "sluice_global_retries_refused_total",
      Type.COUNTER,
      "Retries that a backend's own budget had something left for, and the gateway's had not."),
  GLOBAL_RETRY_BUDGET_LEFT(
      "sluice_global_retry_budget_left",
      Type.GAUGE,
      "Retries that the gateway's budget would pay for now."),

  // ---- the breakers of backends that have one
  BREAKER_STATE(
      "sluice_breaker_state",
      Type.GAUGE,
      "Whether the backend's breaker is in this state: 1, or 0.",
      L.BACKEND,
      L.STATE),
  BREAKER_TRANSITIONS(
      "sluice_breaker_transitions_total",
      Type.COUNTER,
      "Steps of the backend's breaker from one state to another, by the reason of each.",
      L.BACKEND,
      L.REASON),
  BREAKER_REFUSED(
      "sluice_breaker_refused_total",
      Type.COUNTER,
      "Calls that the backend's breaker did not let through.",
      L.BACKEND),
  BREAKER_PROBES(
      "sluice_breaker_probes_total",
      Type.COUNTER,
      "Calls that were let through to see whether the backend is well again.",
      L.BACKEND),
  BREAKER_DUPLICATE_ENDS(
      "sluice_breaker_duplicate_ends_total",
      Type.COUNTER,
      "Calls that were told to the backend's breaker a second time; always a bug.",
      L.BACKEND),

  // ---- the front door
  CLIENT_FAULTS(
      "sluice_client_faults_total",
      Type.COUNTER,
      "Requests refused before they matched a route, by reason and kind.",
      L.REASON,
      L.KIND),
  JUNK_DEADLINES(
      "sluice_junk_deadline_headers_total",
      Type.COUNTER,
      "Deadline headers that could not be read and were ignored."),
  JWKS_UNREADABLE(
      "sluice_jwks_unreadable_total",
      Type.COUNTER,
      "Changes of the JWKS file that cannot be used; the keys it had before stay in force."),
  CONNECTIONS_OPEN("sluice_connections_open", Type.GAUGE, "Client connections open."),
  CONNECTIONS("sluice_connections_total", Type.COUNTER, "Client connections accepted."),
  CONNECTIONS_REFUSED(
      "sluice_connections_refused_total",
      Type.COUNTER,
      "Client connections closed at once because too many were open."),
  RENEWALS(
      "sluice_certificate_renewals_total",
      Type.COUNTER,
      "Times that changed certificate files were taken into use."),
  RENEWALS_FAILED(
      "sluice_certificate_renewal_failures_total",
      Type.COUNTER,
      "Times that changed certificate files could not be used and the old ones stayed."),
  CLIENT_CONNECTIONS_REFUSED(
      "sluice_client_connections_refused_total",
      Type.COUNTER,
      "Client connections closed at once because too many of the same client were open."),
  PROXY_HEADERS_REFUSED(
      "sluice_proxy_headers_refused_total",
      Type.COUNTER,
      "Connections closed for a PROXY protocol header that is none, or from someone who may not"
          + " send one."),
  LOOP_LAG(
      "sluice_loop_lag_seconds",
      Type.GAUGE,
      "How late an event loop runs what is due, over the last 10 to 20 s.",
      L.LOOP,
      L.QUANTILE),

  // ---- the access log, where there is one
  ACCESS_LOG_WRITTEN(
      "sluice_access_log_written_total", Type.COUNTER, "Requests whose line was written."),
  ACCESS_LOG_DROPPED(
      "sluice_access_log_dropped_total",
      Type.COUNTER,
      "Lines that were lost: too many on their way (full), no way to write them (unwritable), or to"
          + " make them (unencodable).",
      L.KIND),
  ACCESS_LOG_LEFT_OUT(
      "sluice_access_log_left_out_total",
      Type.COUNTER,
      "Refused requests that have no line of their own, as there were too many in a second."),

  // ---- the process
  BUILD_INFO(
      "sluice_build_info", Type.INFO, "What is running; always 1.", L.VERSION, L.JAVA, L.TRANSPORT);

  /** What a metric's value may do. */
  public enum Type {
    /** Only rises, except for a restart. */
    COUNTER,
    /** Goes up and down. */
    GAUGE,
    /** Always 1; its labels are the message. */
    INFO
  }

  /** The label keys. */
  public static final class L {
    public static final String LANE = "lane";
    public static final String TIER = "tier";
    public static final String ROUTE = "route";
    public static final String BACKEND = "backend";
    public static final String ENDPOINT = "endpoint";
    public static final String REASON = "reason";
    public static final String KIND = "kind";
    public static final String STATUS = "status";
    public static final String STATE = "state";
    public static final String STAGE = "stage";
    public static final String QUANTILE = "quantile";
    public static final String TARGET = "target";
    public static final String OUTCOME = "outcome";
    public static final String LOOP = "loop";
    public static final String VERSION = "version";
    public static final String JAVA = "java";
    public static final String TRANSPORT = "transport";

    private L() {}
  }

  private final String text;
  private final Type type;
  private final String help;

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  private final List<String> labels;

  MetricNames(String text, Type type, String help, String... labels) {
    this.text = text;
    this.type = type;
    this.help = help;
    this.labels = List.of(labels);
  }

  /** The name, as it stands in the exposition. */
  public String text() {
    return text;
  }

  public Type type() {
    return type;
  }

  public String help() {
    return help;
  }

  /** The label keys of every series of it. */
  public List<String> labels() {
    return labels;
  }
}
