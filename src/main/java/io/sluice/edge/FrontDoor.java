package io.sluice.edge;

import static java.util.Objects.requireNonNull;

import io.sluice.classify.Overflow;
import io.sluice.edge.tls.ServerCertificates;
import io.sluice.exchange.Reason;
import io.sluice.retry.Hedge;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The listener of one event loop: hygiene, then the router, then one {@link Flow} per request.
 * Nothing here blocks, and no business work runs here.
 */
public final class FrontDoor extends VerticleBase {
  private static final String ALLOWED = "allowed";

  private final DoorPlan plan;
  private final @Nullable ServerCertificates certificates;
  private final Runnable onLoop;
  private final List<Upstream> upstreams = new ArrayList<>();
  private final RequestLog log;
  private final Refusals refusals;
  private final StrictPipeline pipeline;
  private final Peers peers;
  private @Nullable HttpServer server;

  /**
   * A front door, not yet open.
   *
   * @param certificates what it shows; null if it does not speak TLS
   * @param onLoop runs on its event loop once it is open
   */
  public FrontDoor(DoorPlan plan, @Nullable ServerCertificates certificates, Runnable onLoop) {
    this.plan = plan;
    this.certificates = certificates;
    this.onLoop = onLoop;
    this.log = new RequestLog(plan.accessLog());
    this.refusals = new Refusals(plan, log);
    this.peers = new Peers(plan);
    this.pipeline = StrictPipeline.of(plan.server(), refusals::seen);
  }

  @Override
  public Future<?> start() {
    LoopContext loop = LoopContext.current(vertx, plan.clock());
    Router router = router(loop);
    HttpServerOptions setup = ServerSetup.of(plan.server());
    if (certificates != null) {
      certificates.applyTo(setup, plan.server().http2().enabled());
    }
    HttpServer listening = pipeline.server(vertx, setup, peers);
    server = listening;
    listening
        .connectionHandler(this::connected)
        .exceptionHandler(refusals::beforeHttp)
        .invalidRequestHandler(refusals::undecodable)
        .requestHandler(request -> handle(request, router));
    return lookedUp(loop)
        .compose(_ -> listening.listen())
        .compose(_ -> Future.join(upstreams.stream().map(Upstream::warmUp).toList()))
        .onSuccess(_ -> onLoop.run());
  }

  // A door belongs to the loop on which it begins to listen, and names may be found on any thread.
  private Future<Void> lookedUp(LoopContext loop) {
    Promise<Void> done = Promise.promise();
    Future.join(upstreams.stream().map(Upstream::lookedUp).toList())
        .onComplete(_ -> loop.context().runOnContext(_ -> done.complete()));
    return done.future();
  }

  /** Fails unless connections can be protected; once per gateway, before the first door opens. */
  public static Future<Void> prove(Vertx vertx, ServerOptions options) {
    return StrictPipeline.of(options, _ -> {}).prove(vertx);
  }

  /** The port it listens on; the same for all front doors of a gateway. */
  public int port() {
    return requireNonNull(server).actualPort();
  }

  private Router router(LoopContext loop) {
    var arrivals = new Arrivals(plan);
    Map<String, Upstream> proxied = upstreams(loop);
    Router router = Router.router(vertx);
    for (DoorPlan.SharedRoute shared : plan.routes()) {
      Backend backend = backend(loop, shared, proxied);
      var runtime = RouteRuntime.of(shared, backend, log);
      var admission = new Admission(loop, plan, shared.options(), runtime, arrivals);
      addRoute(
          router,
          shared,
          shared.plan().overflow() == Overflow.ABORT
              ? admission
              : admission.to(telemetry(loop, shared, (WorkerBackend) backend)));
    }
    plan.routes().forEach(shared -> addRefusal(router, shared));
    router.route().handler(this::unrouted);
    for (int status : new int[] {400, 413, 414, 500}) {
      router.errorHandler(status, this::failed);
    }
    return router;
  }

  private Map<String, Upstream> upstreams(LoopContext loop) {
    var settings =
        new Upstream.Settings(
            plan.deadlineFields(), BodyLimits.of(plan.server()), plan.streams(), plan.randomness());
    var proxied = new HashMap<String, Upstream>();
    plan.backends()
        .forEach(
            (name, options) -> {
              if (options.isProxied()) {
                proxied.put(
                    name,
                    new Upstream(
                        loop,
                        options,
                        settings,
                        plan.streamsTo(name),
                        requireNonNull(plan.instances().get(name)),
                        requireNonNull(plan.calls().get(name)).distress(),
                        plan.meters().backend(name)));
              }
            });
    upstreams.addAll(proxied.values());
    return proxied;
  }

  private Backend backend(
      LoopContext loop, DoorPlan.SharedRoute shared, Map<String, Upstream> proxied) {
    String name = shared.plan().backend();
    Upstream upstream = proxied.get(name);
    if (upstream != null) {
      Hedge hedge = requireNonNull(plan.calls().get(name)).hedge();
      return hedge == null ? upstream : hedged(loop, name, upstream, hedge);
    }
    FanoutOptions fanout = requireNonNull(plan.backends().get(name)).fanout();
    if (fanout != null) {
      return fanout(loop, name, fanout, proxied);
    }
    return new WorkerBackend(
        loop,
        requireNonNull(plan.executors().get(shared.plan().lane())),
        requireNonNull(plan.inProcess().get(name)),
        new BackendFaults(name, plan.clock()),
        BodyLimits.of(plan.server()));
  }

  private Backend hedged(LoopContext loop, String name, Upstream upstream, Hedge hedge) {
    double share =
        requireNonNull(plan.backends().get(name)).retry().hedge().percentile().fraction();
    return new HedgedBackend(loop, upstream, hedge, new HedgeTimes(share, loop.now()));
  }

  private Backend fanout(
      LoopContext loop, String name, FanoutOptions options, Map<String, Upstream> proxied) {
    List<FanoutBackend.Target> targets =
        options.targets().stream()
            .map(
                target ->
                    new FanoutBackend.Target(
                        target.name(),
                        requireNonNull(proxied.get(target.backend())),
                        requireNonNull(plan.calls().get(target.backend())),
                        target.path(),
                        target.timeout() == null
                            ? plan.server().maxDeadline().toNanos()
                            : target.timeout().toNanos()))
            .toList();
    return new FanoutBackend(
        loop, options.answer(), targets, BodyLimits.of(plan.server()), plan.meters().backend(name));
  }

  private void addRoute(Router router, DoorPlan.SharedRoute shared, Admission admission) {
    var route = router.route(shared.options().path());
    for (String method : shared.options().methods()) {
      route.method(HttpMethod.valueOf(method));
    }
    route.handler(context -> admission.take(context.request(), peers.of(context.request())));
  }

  /** Behind all routes: whoever gets here has the path of this one, but not its method. */
  private static void addRefusal(Router router, DoorPlan.SharedRoute shared) {
    router
        .route(shared.options().path())
        .handler(
            context -> {
              Set<String> allowed = context.<Set<String>>get(ALLOWED, new TreeSet<>());
              allowed.addAll(shared.options().methods());
              context.put(ALLOWED, allowed).next();
            });
  }

  private Telemetry telemetry(
      LoopContext loop, DoorPlan.SharedRoute shared, WorkerBackend workers) {
    return new Telemetry(loop, plan.state(), shared, workers, log);
  }

  private void connected(HttpConnection connection) {
    connection.exceptionHandler(refusals::broken);
    try {
      pipeline.install(connection);
    } catch (IllegalStateException unprotected) {
      connection.close();
      throw unprotected;
    }
  }

  private void handle(HttpServerRequest request, Router router) {
    StrictFrames.Flawed flawed = pipeline.flawOfCurrent();
    if (flawed == null) {
      router.handle(request);
    } else {
      refusals.flawed(request, flawed.line(), flawed.flaw());
    }
  }

  private void unrouted(RoutingContext context) {
    Set<String> allowed = context.get(ALLOWED);
    if (allowed == null) {
      refusals.refuse(context.request(), Reason.NO_ROUTE);
    } else {
      refusals.notAllowed(context.request(), allowed);
    }
  }

  private void failed(RoutingContext context) {
    refusals.refuse(
        context.request(),
        switch (context.statusCode()) {
          case 413 -> Reason.BODY_TOO_LARGE;
          case 414 -> Reason.URI_TOO_LONG;
          case 500 -> Reason.INTERNAL;
          default -> Reason.BAD_REQUEST;
        });
  }

  @Override
  public Future<?> stop() {
    // In this order, or whoever is still being served would hear of backends that fail.
    Future<?> closed = server == null ? Future.succeededFuture() : server.close();
    return closed.eventually(
        () -> {
          upstreams.forEach(Upstream::close);
          return Future.succeededFuture();
        });
  }

  /** Shows these certificates to new connections, on all front doors of the listener. */
  public Future<?> renew(ServerCertificates certificates) {
    return requireNonNull(server)
        .updateSSLOptions(certificates.renewal(plan.server().http2().enabled()), true);
  }

  /** Stops accepting, and lets open connections finish within the time. */
  public Future<Void> shutdown(long millis) {
    return server == null
        ? Future.succeededFuture()
        : server.shutdown(millis, TimeUnit.MILLISECONDS);
  }
}
