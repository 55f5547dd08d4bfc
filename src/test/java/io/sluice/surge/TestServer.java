package io.sluice.surge;

import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A real server that notes every arrival and answers as the test says. */
final class TestServer implements AutoCloseable {
  /** One request as the server saw it. */
  record Arrival(String id, int attempt, long timeoutMillis, String key, String host, String uri) {}

  final Vertx vertx = Vertx.vertx();
  final List<Arrival> arrivals = new CopyOnWriteArrayList<>();
  final AtomicInteger opened = new AtomicInteger();
  final AtomicInteger closed = new AtomicInteger();
  private final HttpServer server;
  private final String host;

  TestServer(Handler<HttpServerRequest> answer) {
    this(answer, "127.0.0.1");
  }

  TestServer(Handler<HttpServerRequest> answer, String address) {
    host = address.contains(":") ? "[" + address + "]" : address;
    server =
        vertx
            .createHttpServer()
            .connectionHandler(
                connection -> {
                  opened.incrementAndGet();
                  connection.closeHandler(nothing -> closed.incrementAndGet());
                })
            .requestHandler(
                request -> {
                  arrivals.add(arrival(request));
                  request.response().exceptionHandler(clientLeft -> {});
                  answer.handle(request);
                });
    await(server.listen(0, address));
  }

  SurgePlan plan(double rate, Duration window) {
    return SurgePlan.of(target(), Load.constant(rate, window));
  }

  URI target() {
    return URI.create("http://" + host + ":" + server.actualPort());
  }

  /** Runs the plan on this server's Vert.x. */
  SurgeReport run(SurgePlan plan) {
    return await(Surge.run(vertx, plan, second -> {}));
  }

  /** Attempts by request, in the order they arrived. */
  Map<String, List<Arrival>> byRequest() {
    Map<String, List<Arrival>> requests = new ConcurrentHashMap<>();
    arrivals.forEach(
        arrival ->
            requests
                .computeIfAbsent(arrival.id(), id -> new CopyOnWriteArrayList<>())
                .add(arrival));
    return requests;
  }

  /** Stops listening and drops all connections. */
  void die() {
    await(server.close());
  }

  @Override
  public void close() {
    await(vertx.close());
  }

  /** The result; a run that hangs fails after a minute. */
  static <T> T await(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().orTimeout(60, TimeUnit.SECONDS).join();
  }

  private static Arrival arrival(HttpServerRequest request) {
    String timeout = request.getHeader("x-request-timeout-ms");
    return new Arrival(
        request.getHeader("x-request-id"),
        Integer.parseInt(request.getHeader("x-sluice-attempt")),
        timeout == null ? -1 : Long.parseLong(timeout),
        String.valueOf(request.getHeader("idempotency-key")),
        request.authority().toString(),
        request.method() + " " + request.uri());
  }
}
