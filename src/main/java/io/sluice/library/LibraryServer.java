package io.sluice.library;

import io.sluice.time.NanoClock;
import io.sluice.time.Randomness;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The library as an ordinary HTTP server of its own: event loops in front of a pool of workers with
 * a long queue. It knows no deadlines and no priorities, and works for clients that have left.
 */
public final class LibraryServer {
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
  private volatile List<Endpoint> endpoints = List.of();

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

  /** The port its first endpoint listens on. */
  public int port() {
    return ports().getFirst();
  }

  /** The ports of its endpoints, whether or not they are up just now. */
  public List<Integer> ports() {
    return endpoints.stream().map(Endpoint::port).toList();
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
      Future.join(endpoints.stream().map(Endpoint::down).toList()).onComplete(_ -> workers.stop());
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
  private Future<LibraryDatabase> openDatabase() {
    Promise<LibraryDatabase> opened = Promise.promise();
    workers.offer(
        () -> {
          try {
            LibraryDatabase open = LibraryDatabase.open(options);
            database = open;
            opened.complete(open);
          } catch (SQLException | RuntimeException e) {
            opened.fail(e);
          }
        });
    return opened.future();
  }

  private Future<Void> listen(LibraryDatabase open) {
    var service =
        new LibraryService(
            open, options.loansKept(), knobs, stats, NanoClock.SYSTEM, Randomness.generator());
    var all = new ArrayList<Endpoint>();
    var control = new ControlPlane(stats, knobs, new EndpointKnobs(all), workers::queued);
    var desk = new Desk(workers, service, new Ledger(open), stats, knobs, control);
    for (int i = 0; i < options.endpoints(); i++) {
      int port = options.port() == 0 ? 0 : options.port() + i;
      all.add(new Endpoint(vertx, options.host(), port, options.eventLoops(), desk));
    }
    endpoints = List.copyOf(all);
    return Future.join(all.stream().map(Endpoint::up).toList()).mapEmpty();
  }

  private void afterLastWorker() {
    LibraryDatabase open = database;
    if (open != null) {
      open.close();
    }
    workersEnded.complete();
  }
}
