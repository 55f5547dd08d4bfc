package io.sluice.edge;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.StreamResetException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A backend that speaks HTTP/2 as gRPC services and pushers of events do, by a call's last name.
 */
final class GrpcBackend implements AutoCloseable {
  final List<HttpServerRequest> requests = new CopyOnWriteArrayList<>();
  final List<Long> resets = new CopyOnWriteArrayList<>();

  /** What has come of bodies, piece by piece. */
  final BlockingQueue<String> messages = new LinkedBlockingQueue<>();

  final int port;
  private final Vertx vertx = Vertx.vertx();

  GrpcBackend() {
    HttpServer server =
        vertx
            .createHttpServer(new HttpServerOptions().setHost("127.0.0.1").setPort(0))
            .requestHandler(this::handle);
    port = server.listen().toCompletionStage().toCompletableFuture().join().actualPort();
  }

  String options() {
    return "endpoints: ['http://127.0.0.1:%d'], protocol: h2, connectTimeout: 900ms"
        .formatted(port);
  }

  private void handle(HttpServerRequest request) {
    HttpServerResponse response = request.response();
    // Of the two, the one whose side is still open is told.
    response.exceptionHandler(this::broken);
    request.exceptionHandler(this::broken);
    String call = request.path().substring(request.path().lastIndexOf('/') + 1);
    response.putHeader(
        "content-type", call.equals("Events") ? "text/event-stream" : "application/grpc");
    request.handler(
        message -> {
          messages.add(message.toString());
          if (call.equals("Echo")) {
            response.write(message);
          }
        });
    request.endHandler(_ -> ended(call, response));
    switch (call) {
      case "Echo", "Head", "Events" -> response.writeHead();
      case "Refused" -> response.reset(7);
      case "Only" -> response.putHeader("grpc-status", "5").putHeader("grpc-message", "none").end();
      default -> {}
    }
    requests.add(request);
  }

  private void broken(Throwable cause) {
    if (cause instanceof StreamResetException reset) {
      resets.add(reset.getCode());
    }
  }

  private static void ended(String call, HttpServerResponse response) {
    if (call.equals("Unary") || call.equals("Echo")) {
      response
          .putTrailer("grpc-status", "0")
          .putTrailer("grpc-message", "well%20done")
          .putTrailer("trace-bin", "AAEC");
      if (call.equals("Unary")) {
        response.end(Buffer.buffer("answer"));
      } else {
        response.end();
      }
    }
  }

  /** The next piece of a body. */
  String message() throws InterruptedException {
    return String.valueOf(messages.poll(20, TimeUnit.SECONDS));
  }

  /** The answer to a call, counted from 0, to be gone on with. */
  HttpServerResponse answer(int call) {
    return requests.get(call).response();
  }

  @Override
  public void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
