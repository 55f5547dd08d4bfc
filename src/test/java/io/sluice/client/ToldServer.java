package io.sluice.client;

import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A real server that notes every attempt, and treats each as the test tells it. */
final class ToldServer {
  /** One attempt as the server saw it. */
  record Arrival(
      long nanos, String id, int attempt, long timeoutMillis, String key, String header) {}

  final List<Arrival> arrivals = new CopyOnWriteArrayList<>();
  final AtomicInteger closedEarly = new AtomicInteger();
  private final HttpServer server;

  /**
   * @param answers the first attempt's, the second's, …; the last one also all further ones'
   */
  @SafeVarargs
  ToldServer(Vertx vertx, Handler<HttpServerRequest>... answers) throws Exception {
    server =
        vertx
            .createHttpServer()
            .requestHandler(
                request -> {
                  request.response().exceptionHandler(gone -> closedEarly.incrementAndGet());
                  arrivals.add(arrival(request));
                  answers[Math.min(arrivals.size(), answers.length) - 1].handle(request);
                });
    server
        .listen(0, "127.0.0.1")
        .toCompletionStage()
        .toCompletableFuture()
        .get(10, TimeUnit.SECONDS);
  }

  String url(String path) {
    return "http://127.0.0.1:" + server.actualPort() + path;
  }

  static Handler<HttpServerRequest> status(int status, String... headers) {
    return request -> {
      for (int i = 0; i < headers.length; i += 2) {
        request.response().putHeader(headers[i], headers[i + 1]);
      }
      request.response().setStatusCode(status).end();
    };
  }

  /** The connection is closed without an answer, after the whole request has come. */
  static Handler<HttpServerRequest> hangUp() {
    return request -> request.end().onComplete(done -> request.connection().close());
  }

  static Handler<HttpServerRequest> silence() {
    return request -> {};
  }

  private static Arrival arrival(HttpServerRequest request) {
    return new Arrival(
        System.nanoTime(),
        request.getHeader("x-request-id"),
        (int) number(request.getHeader("x-sluice-attempt")),
        number(request.getHeader("x-request-timeout-ms")),
        String.valueOf(request.getHeader("idempotency-key")),
        String.valueOf(request.getHeader("x-mine")));
  }

  /** 0 for none: a gateway keeps some to itself. */
  private static long number(@Nullable String header) {
    return header == null ? 0 : Long.parseLong(header);
  }
}
