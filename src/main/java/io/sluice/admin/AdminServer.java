package io.sluice.admin;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.net.InetAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * The operator's listener: an HTTP/1.1 server apart from the front door, so that health and metrics
 * can be asked for while the front door is full.
 *
 * <p>It runs on the event loop of the context that starts it, or on one of its own when started
 * from outside; a scrape keeps that loop busy for some milliseconds, so do not start it on a loop
 * that serves requests.
 */
public final class AdminServer {
  static final int MOST_CONNECTIONS = 64;
  private static final int IDLE_SECONDS = 60;

  private final HttpServer server;

  private AdminServer(HttpServer server) {
    this.server = server;
  }

  /**
   * Starts to listen.
   *
   * @param readiness asked on every {@code /readyz}; must not block
   * @return fails with a one-line {@link IllegalArgumentException} if the address can be reached
   *     from other machines and there is no token, or with what the operating system says
   */
  public static Future<AdminServer> start(
      Vertx vertx, AdminOptions options, GatewayMetrics metrics, Supplier<Readiness> readiness) {
    if (options.token().isEmpty() && !isLoopback(options.host())) {
      return Future.failedFuture(
          new IllegalArgumentException(
              "admin.host: %s (expected: a loopback address, or a token in admin.token)"
                  .formatted(options.host())));
    }
    var open = new AtomicInteger();
    return vertx
        .createHttpServer(listenOn(options))
        .connectionHandler(connection -> limit(connection, open))
        .requestHandler(new AdminPages(new BearerToken(options.token()), metrics, readiness))
        .listen()
        .map(AdminServer::new);
  }

  /** Only literal addresses are trusted to be loopback: a name may mean another one tomorrow. */
  private static boolean isLoopback(String host) {
    if (host.equals("localhost")) {
      return true;
    }
    try {
      return InetAddress.ofLiteral(host).isLoopbackAddress();
    } catch (IllegalArgumentException aName) {
      return false;
    }
  }

  private static HttpServerOptions listenOn(AdminOptions options) {
    return new HttpServerOptions()
        .setHost(options.host())
        .setPort(options.port())
        .setIdleTimeout(IDLE_SECONDS)
        .setIdleTimeoutUnit(TimeUnit.SECONDS)
        // No WebSockets here, and what they bring along drops requests that a client sends ahead,
        // beyond 128, with two stack traces in the log for each.
        .setPerMessageWebSocketCompressionSupported(false)
        .setPerFrameWebSocketCompressionSupported(false)
        // With it, connections are announced, and so counted, only after their first bytes.
        .setHttp2ClearTextEnabled(false);
  }

  private static void limit(HttpConnection connection, AtomicInteger open) {
    connection.closeHandler(_ -> open.decrementAndGet());
    if (open.incrementAndGet() > MOST_CONNECTIONS) {
      var _ = connection.close();
    }
  }

  /** The port it listens on, also when 0 was asked for. */
  public int port() {
    return server.actualPort();
  }

  /** Stops listening and closes all connections. */
  public Future<Void> close() {
    return server.close();
  }
}
