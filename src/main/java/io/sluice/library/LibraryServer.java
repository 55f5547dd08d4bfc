package io.sluice.library;

import io.sluice.time.NanoClock;
import io.sluice.time.Randomness;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The library as an ordinary HTTP server of its own: event loops in front of a pool of workers with
 * a long queue. It knows no deadlines and no priorities, and works for clients that have left.
 */
public final class LibraryServer {
  private static final AtomicInteger STARTED = new AtomicInteger();

  private final Vertx vertx;
  private final boolean ownsVertx;
  private final LibraryOptions options;
  private final Knobs knobs;
  private final Stats stats = new Stats();
  private final WorkerPool workers;
  private final Promise<Void> workersEnded = Promise.promise();
  private final AtomicBoolean closing = new AtomicBoolean();
  private final Promise<Void> closed = Promise.promise();
  private volatile @Nullable LibraryDatabase database;
  private volatile @Nullable String deployment;
  private volatile int port;

  private LibraryServer(Vertx vertx, boolean ownsVertx, LibraryOptions options) {
    this.vertx = vertx;
    this.ownsVertx = ownsVertx;
    this.options = options;
    this.knobs = new Knobs(Behaviour.of(options.serviceTime(), options.failureRate()));
    this.workers = new WorkerPool(options.workers(), options.queue(), this::afterLastWorker);
  }

  /**
   * Starts a server; the future completes, on any thread, when it listens, or fails with what kept
   * it from that, nothing being left behind.
   *
   * @param vertx where its event loops come from; null for an instance of its own, closed with it
   */
  public static Future<LibraryServer> start(@Nullable Vertx vertx, LibraryOptions options) {
    var server =
        new LibraryServer(vertx == null ? ownVertx(options) : vertx, vertx == null, options);
    // A promise without a context: those of an own Vert.x are dead once it is closed.
    Promise<LibraryServer> started = Promise.promise();
    server
        .openDatabase()
        .compose(server::listen)
        .onSuccess(_ -> started.complete(server))
        .onFailure(failure -> server.close().onComplete(_ -> started.fail(failure)));
    return started.future();
  }

  /** The port it listens on. */
  public int port() {
    return port;
  }

  public LibraryOptions options() {
    return options;
  }

  /** What can be turned while it runs; {@code GET} and {@code POST /knobs}. */
  public Knobs knobs() {
    return knobs;
  }

  /** What has become of its calls; {@code GET /stats}. */
  public Stats stats() {
    return stats;
  }

  /** Calls waiting for a worker now. */
  public int queued() {
    return workers.queued();
  }

  /**
   * Stops listening, closes connections, interrupts the workers and drops the database, in this
   * order. Queued calls are lost with their connections. Closing again waits for the same end.
   */
  public Future<Void> close() {
    if (closing.compareAndSet(false, true)) {
      workersEnded
          .future()
          .onComplete(
              _ -> (ownsVertx ? vertx.close() : Future.<Void>succeededFuture()).onComplete(closed));
      String id = deployment;
      (id == null ? Future.succeededFuture() : vertx.undeploy(id)).onComplete(_ -> workers.stop());
    }
    return closed.future();
  }

  private static Vertx ownVertx(LibraryOptions options) {
    return Vertx.vertx(
        new VertxOptions()
            .setPreferNativeTransport(true)
            .setEventLoopPoolSize(options.eventLoops()));
  }

  /** On a worker: opening blocks, and the caller may be an event loop. */
  private Future<LibraryService> openDatabase() {
    Promise<LibraryService> opened = Promise.promise();
    workers.offer(
        () -> {
          try {
            LibraryDatabase open = LibraryDatabase.open(options);
            database = open;
            opened.complete(
                new LibraryService(
                    open,
                    options.loansKept(),
                    knobs,
                    stats,
                    NanoClock.SYSTEM,
                    Randomness.generator()));
          } catch (SQLException | RuntimeException e) {
            opened.fail(e);
          }
        });
    return opened.future();
  }

  private Future<Void> listen(LibraryService service) {
    // Several loops cannot share port 0, but they can share a negative one of their own.
    int shared = options.port() == 0 ? -STARTED.incrementAndGet() : options.port();
    var control = new ControlPlane(stats, knobs, workers::queued);
    List<HttpFace> faces =
        Stream.generate(
                () -> new HttpFace(options.host(), shared, workers, service, stats, control))
            .limit(options.eventLoops())
            .toList();
    var next = faces.iterator();
    return vertx
        .deployVerticle(next::next, new DeploymentOptions().setInstances(faces.size()))
        .onSuccess(
            id -> {
              deployment = id;
              port = faces.getFirst().actualPort();
            })
        .mapEmpty();
  }

  private void afterLastWorker() {
    LibraryDatabase open = database;
    if (open != null) {
      open.close();
    }
    workersEnded.complete();
  }
}
