package io.sluice.library;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * One address the stand-alone server listens on; to its callers, one instance of the library. It
 * can be taken down, with all its connections, and brought up again. Any thread.
 */
final class Endpoint {
  private static final AtomicInteger SHARED_PORTS = new AtomicInteger();

  private final Vertx vertx;
  private final String host;
  private final int eventLoops;
  private final Desk desk;
  private final LongAdder calls = new LongAdder();
  private volatile Strain strain = Strain.NONE;
  private volatile int port;
  private boolean wantedUp; // these three guarded by this
  private @Nullable String deployment;
  private Future<Void> lastMove = Future.succeededFuture();

  /**
   * An endpoint that does not listen yet.
   *
   * @param port 0 for a free one, the same whenever it comes up again
   * @param desk who answers what comes in by it
   */
  Endpoint(Vertx vertx, String host, int port, int eventLoops, Desk desk) {
    this.vertx = vertx;
    this.host = host;
    this.port = port;
    this.eventLoops = eventLoops;
    this.desk = desk;
  }

  /** Comes up, if it is not up; completes when it listens. */
  synchronized Future<Void> up() {
    if (!wantedUp) {
      wantedUp = true;
      lastMove = lastMove.transform(_ -> listen());
    }
    return lastMove;
  }

  /** Stops listening and cuts its connections, whatever is under way on them. */
  synchronized Future<Void> down() {
    if (wantedUp) {
      wantedUp = false;
      lastMove = lastMove.transform(_ -> cut());
    }
    return lastMove;
  }

  /** Whether it was told to be up. */
  synchronized boolean isUp() {
    return wantedUp;
  }

  /** The port it listens on, or did before it went down. */
  int port() {
    return port;
  }

  /** A call for the business of the library has come in by it. */
  void called() {
    calls.increment();
  }

  long calls() {
    return calls.sum();
  }

  Strain strain() {
    return strain;
  }

  void strain(Strain wanted) {
    strain = wanted;
  }

  private Future<Void> listen() {
    // Several loops cannot share port 0, but they can share a negative one of their own.
    int shared = port == 0 ? -SHARED_PORTS.incrementAndGet() : port;
    List<HttpFace> faces = new ArrayList<>();
    for (int i = 0; i < eventLoops; i++) {
      faces.add(new HttpFace(this, host, shared, desk));
    }
    var next = faces.iterator();
    return vertx
        .deployVerticle(next::next, new DeploymentOptions().setInstances(faces.size()))
        .onSuccess(id -> listens(id, faces.getFirst().actualPort()))
        .mapEmpty();
  }

  private synchronized void listens(String id, int actualPort) {
    deployment = id;
    port = actualPort;
  }

  private synchronized Future<Void> cut() {
    String id = deployment;
    deployment = null;
    return id == null ? Future.succeededFuture() : vertx.undeploy(id);
  }
}
