package io.sluice.admin;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Random;
import java.util.function.Supplier;

/** A Vert.x with its registry, a gateway to look at, and a client to look with. */
final class AdminHarness implements AutoCloseable {
  static final AdminOptions OPEN = new AdminOptions("127.0.0.1", 0, "");
  static final AdminOptions GUARDED = new AdminOptions("127.0.0.1", 0, "s3cret");

  final MetricsRegistry registry = new MetricsRegistry();
  final Vertx vertx = registry.vertx(new VertxOptions()).build();
  final BusyGateway gateway = new BusyGateway(new Random().nextLong());
  final GatewayMetrics metrics =
      new GatewayMetrics(registry.registry(), gateway.meters, BuildInfo.of(vertx), gateway.clock);
  private final HttpClient client = HttpClient.newHttpClient();

  @Override
  public void close() {
    client.close();
    join(vertx.close());
  }

  static <T> T join(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().join();
  }

  AdminServer start(AdminOptions options) {
    return start(options, () -> Readiness.READY);
  }

  AdminServer start(AdminOptions options, Supplier<Readiness> readiness) {
    return join(AdminServer.start(vertx, options, metrics, readiness));
  }

  HttpResponse<String> get(AdminServer server, String path, String... headers) throws Exception {
    return send(server, "GET", path, headers);
  }

  HttpResponse<String> send(AdminServer server, String method, String path, String... headers)
      throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
            .method(method, HttpRequest.BodyPublishers.noBody());
    if (headers.length > 0) {
      request.headers(headers);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  static String header(HttpResponse<?> response, String name) {
    return response.headers().firstValue(name).orElse("none");
  }
}
