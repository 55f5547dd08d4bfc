package io.sluice.admin;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.sluice.time.WallClock;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import java.util.function.Supplier;

/**
 * What the operator's listener answers. The health checks are open to all, everything else, known
 * or not, only to whoever has the token.
 */
final class AdminPages implements Handler<HttpServerRequest> {
  private static final System.Logger LOG = System.getLogger(AdminPages.class.getName());

  private static final String TEXT = "text/plain; charset=utf-8";
  private static final String PROMETHEUS_TEXT = "text/plain; version=0.0.4; charset=utf-8";
  private static final String JSON = "application/json";
  private static final String PROBLEM = "application/problem+json";
  private static final String COMMANDS = "/breakers/";
  private static final String INDEX =
      """
      Sluice, the operator's listener

      /livez    200 while the process runs
      /readyz   200 while requests are taken; 503 while starting or draining
      /metrics  what is counted, in Prometheus' text format
      /limits   the limit of every lane, and the last moves of those that move, with their reasons
      /backends the endpoints of every backend: which of them get requests, and why others do not
      /breakers the breakers of backends that have one

      POST /breakers/BACKEND/open   refuse every call of the backend
      POST /breakers/BACKEND/close  let every call of it pass, whatever becomes of them
      POST /breakers/BACKEND/auto   neither any more
      """;

  private final BearerToken token;
  private final GatewayMetrics metrics;
  private final LimitsPage limits;
  private final BackendsPage backends;
  private final BreakersPage breakers;
  private final Supplier<Readiness> readiness;

  AdminPages(BearerToken token, GatewayMetrics metrics, Supplier<Readiness> readiness) {
    this.token = token;
    this.metrics = metrics;
    this.limits = new LimitsPage(metrics, WallClock.SYSTEM);
    this.backends = new BackendsPage(metrics);
    this.breakers = new BreakersPage(metrics, WallClock.SYSTEM);
    this.readiness = readiness;
  }

  @Override
  public void handle(HttpServerRequest request) {
    HttpServerResponse response = request.response();
    response.putHeader(HttpHeaders.CACHE_CONTROL, "no-store");
    response.putHeader("X-Content-Type-Options", "nosniff");
    try {
      answer(request);
    } catch (RuntimeException bug) {
      LOG.log(System.Logger.Level.ERROR, "cannot answer " + request.path(), bug);
      problem(response, HttpResponseStatus.INTERNAL_SERVER_ERROR, "see the log");
    }
  }

  private void answer(HttpServerRequest request) {
    switch (request.path()) {
      case "/livez" -> get(request, this::live);
      case "/readyz" -> get(request, this::ready);
      case String path when !token.accepts(request.getHeader(HttpHeaders.AUTHORIZATION)) ->
          challenge(request.response());
      case "/" -> get(request, response -> ok(response, TEXT, INDEX));
      case "/metrics" -> get(request, response -> ok(response, PROMETHEUS_TEXT, metrics.scrape()));
      case "/limits" -> get(request, response -> ok(response, JSON, limits.json()));
      case "/backends" -> get(request, response -> ok(response, JSON, backends.json()));
      case "/breakers" -> get(request, response -> ok(response, JSON, breakers.json()));
      case String path when path.startsWith(COMMANDS) ->
          command(request, path.substring(COMMANDS.length()));
      case null, default ->
          problem(request.response(), HttpResponseStatus.NOT_FOUND, "see / for what is here");
    }
  }

  private void get(HttpServerRequest request, Handler<HttpServerResponse> page) {
    HttpMethod method = request.method();
    if (method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD)) {
      page.handle(request.response());
    } else {
      request.response().putHeader(HttpHeaders.ALLOW, "GET, HEAD");
      problem(request.response(), HttpResponseStatus.METHOD_NOT_ALLOWED, "GET or HEAD only");
    }
  }

  private void command(HttpServerRequest request, String command) {
    HttpServerResponse response = request.response();
    if (!BreakersPage.isCommand(command)) {
      problem(response, HttpResponseStatus.NOT_FOUND, "see / for what is here");
    } else if (!request.method().equals(HttpMethod.POST)) {
      response.putHeader(HttpHeaders.ALLOW, "POST");
      problem(response, HttpResponseStatus.METHOD_NOT_ALLOWED, "POST only");
    } else if (request.getHeader(HttpHeaders.ORIGIN) != null) {
      // A page on some site, in the browser of an operator, can post here; it cannot leave this
      // out.
      problem(response, HttpResponseStatus.FORBIDDEN, "not from a page in a browser");
    } else {
      String after = breakers.obey(command);
      if (after == null) {
        problem(response, HttpResponseStatus.NOT_FOUND, "no such backend has a breaker");
      } else {
        ok(response, JSON, after);
      }
    }
  }

  private void live(HttpServerResponse response) {
    ok(response, TEXT, "alive\n");
  }

  private void ready(HttpServerResponse response) {
    Readiness now = readiness.get();
    boolean isReady = now == Readiness.READY;
    var body = new JsonObject().put("ready", isReady).put("reason", now.code());
    HttpResponseStatus status =
        isReady ? HttpResponseStatus.OK : HttpResponseStatus.SERVICE_UNAVAILABLE;
    send(response, status, JSON, body.encode());
  }

  private static void challenge(HttpServerResponse response) {
    response.putHeader("WWW-Authenticate", "Bearer realm=\"sluice admin\"");
    problem(response, HttpResponseStatus.UNAUTHORIZED, "the bearer token of admin.token is needed");
  }

  private static void ok(HttpServerResponse response, String type, String body) {
    send(response, HttpResponseStatus.OK, type, body);
  }

  /** Errors of HTTP itself, which need no type of their own (RFC 9457 §4.2.1). */
  private static void problem(
      HttpServerResponse response, HttpResponseStatus status, String detail) {
    var body =
        new JsonObject()
            .put("type", "about:blank")
            .put("title", status.reasonPhrase())
            .put("status", status.code())
            .put("detail", detail);
    send(response, status, PROBLEM, body.encode());
  }

  private static void send(
      HttpServerResponse response, HttpResponseStatus status, String type, String body) {
    response.setStatusCode(status.code()).putHeader(HttpHeaders.CONTENT_TYPE, type);
    var _ = response.end(body);
  }
}
