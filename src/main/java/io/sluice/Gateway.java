package io.sluice;

import io.sluice.admin.AdminServer;
import io.sluice.admin.BuildInfo;
import io.sluice.admin.GatewayMetrics;
import io.sluice.admin.LoopLagProbe;
import io.sluice.admin.MetricsRegistry;
import io.sluice.admin.Readiness;
import io.sluice.config.GatewayOptions;
import io.sluice.edge.DoorState;
import io.sluice.edge.FrontDoor;
import io.sluice.edge.Identity;
import io.sluice.edge.tls.CertificateWatch;
import io.sluice.edge.tls.ServerCertificates;
import io.sluice.edge.tls.ServerTlsOptions;
import io.sluice.observe.Meters;
import io.sluice.pem.PemFault;
import io.sluice.time.NanoClock;
import io.sluice.time.Randomness;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A running gateway: its front doors, one per event loop, its workers, and the operator's listener.
 *
 * <p>Start, drain and close block; call them from a thread of your own.
 */
public final class Gateway implements AutoCloseable {
  private static final long POLL_NANOS = 20_000_000;
  private static final long QUIET_NANOS = 100_000_000;
  private static final Duration LAST_PATIENCE = Duration.ofSeconds(1);

  private final GatewayOptions options;
  private final NanoClock clock;
  private final Vertx vertx;
  private final Assembly assembly;

  /** As read once, for the front doors and for whoever watches for changes since then. */
  private final @Nullable ServerCertificates certificates;

  private final Meters meters;
  private final List<FrontDoor> doors = new CopyOnWriteArrayList<>();
  private final AtomicInteger loops = new AtomicInteger();
  private volatile Readiness readiness = Readiness.STARTING;
  private @Nullable CertificateWatch watch;
  private int adminPort;

  private Gateway(GatewayOptions options, NanoClock clock, Randomness randomness)
      throws StartFailure {
    this.options = options;
    this.clock = clock;
    this.meters = new Meters();
    this.certificates = certificates(options.server().tls());
    this.assembly = new Assembly(options, meters, clock, randomness);
    var registry = new MetricsRegistry();
    try {
      this.vertx = vertx(registry);
    } catch (RuntimeException failure) {
      closeAssembly(); // its workers and in-process backends have started
      throw failure;
    }
    try {
      open(new GatewayMetrics(registry.registry(), meters, BuildInfo.of(vertx), clock));
      assembly.checkHealth(vertx, randomness);
    } catch (StartFailure | RuntimeException failure) {
      close();
      throw failure;
    }
  }

  private static @Nullable ServerCertificates certificates(ServerTlsOptions tls)
      throws StartFailure {
    try {
      return tls.isOn() ? ServerCertificates.read(tls) : null;
    } catch (PemFault fault) {
      throw new StartFailure("server.tls: " + fault.getMessage(), fault);
    }
  }

  private Vertx vertx(MetricsRegistry registry) {
    return registry
        .vertx(
            new VertxOptions()
                .setPreferNativeTransport(true)
                // One more for the operator's listener: a scrape must not hold requests up.
                .setEventLoopPoolSize(eventLoops() + 1))
        .build();
  }

  /** Starts one on the machine's clock; returns when it takes requests. */
  public static Gateway start(GatewayOptions options) throws StartFailure {
    return new Gateway(options, NanoClock.SYSTEM, Randomness.SYSTEM);
  }

  private void open(GatewayMetrics metrics) throws StartFailure {
    assembly.export(metrics);
    adminPort =
        await(
                AdminServer.start(vertx, options.admin(), metrics, () -> readiness),
                "admin " + options.admin().host() + ":" + options.admin().port())
            .port();
    String door = options.server().host() + ":" + options.server().port();
    await(FrontDoor.prove(vertx, options.server()), door);
    await(
        vertx.deployVerticle(this::frontDoor, new DeploymentOptions().setInstances(eventLoops())),
        door);
    watchKeys();
    if (certificates != null) {
      watch = CertificateWatch.start(certificates, doors.getFirst()::renew, meters.renewals());
    }
    readiness = Readiness.READY;
  }

  private void watchKeys() {
    Identity identity = assembly.plan().identity();
    if (!identity.refreshEvery().isZero()) {
      vertx.setPeriodic(identity.refreshEvery().toMillis(), _ -> identity.refresh());
    }
  }

  private FrontDoor frontDoor() {
    var door = new FrontDoor(assembly.plan(), certificates, this::measureLag);
    doors.add(door);
    return door;
  }

  private void measureLag() {
    LoopLagProbe.start(vertx, meters.loopLag(loops.getAndIncrement()), clock);
  }

  private static <T> T await(Future<T> future, String what) throws StartFailure {
    try {
      return future.toCompletionStage().toCompletableFuture().join();
    } catch (CompletionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new StartFailure("cannot listen on " + what + ": " + cause.getMessage(), cause);
    }
  }

  private int eventLoops() {
    int configured = options.server().eventLoops();
    return configured == 0 ? Runtime.getRuntime().availableProcessors() : configured;
  }

  /**
   * Lets go: not ready from now on, still serving, every answer the last on its connection; then,
   * when it is quiet or half the drain time has passed, no new connections; then the rest of the
   * time for what is in flight.
   *
   * @return whether everything in flight finished in time
   */
  public boolean drain() {
    long startNanos = clock.nanoTime();
    long patienceNanos = options.server().drainTimeout().toNanos();
    DoorState state = assembly.plan().state();
    readiness = Readiness.DRAINING;
    state.drain();
    pollUntil(new Quiet(state), startNanos + patienceNanos / 2);
    long restMillis = (startNanos + patienceNanos - clock.nanoTime()) / 1_000_000;
    var closing =
        Future.all(doors.stream().map(door -> door.shutdown(Math.max(1, restMillis))).toList());
    pollUntil(() -> state.inFlight() == 0, startNanos + patienceNanos);
    boolean drained = state.inFlight() == 0;
    if (drained) {
      closing.toCompletionStage().toCompletableFuture().join();
    }
    return drained;
  }

  /** Nothing in flight for a while. */
  private final class Quiet implements BooleanSupplier {
    private final DoorState state;
    private long sinceNanos;

    Quiet(DoorState state) {
      this.state = state;
      this.sinceNanos = clock.nanoTime();
    }

    @Override
    public boolean getAsBoolean() {
      if (state.inFlight() > 0) {
        sinceNanos = clock.nanoTime();
      }
      return clock.nanoTime() - sinceNanos >= QUIET_NANOS;
    }
  }

  private void pollUntil(BooleanSupplier condition, long atMostNanos) {
    while (!condition.getAsBoolean() && clock.nanoTime() - atMostNanos < 0) {
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /** Has the access log let go of its file, which has been renamed, and open it anew. */
  public void reopenAccessLog() {
    assembly.reopenAccessLog();
  }

  /** Ends everything at once, whatever is in flight. */
  @Override
  public void close() {
    readiness = Readiness.DRAINING;
    if (watch != null) {
      watch.close();
    }
    try {
      vertx.close().toCompletionStage().toCompletableFuture().join();
    } finally {
      closeAssembly();
    }
  }

  private void closeAssembly() {
    try {
      assembly.close(LAST_PATIENCE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The port of the front door. */
  public int port() {
    return doors.getFirst().port();
  }

  /** The port of the operator's listener. */
  public int adminPort() {
    return adminPort;
  }

  /** Event loops that take requests. */
  public int loops() {
    return doors.size();
  }

  /** Whether the operating system's own transport is in use. */
  public boolean isNativeTransport() {
    return vertx.isNativeTransportEnabled();
  }

  /** The open requests and connections. */
  public DoorState state() {
    return assembly.plan().state();
  }
}
