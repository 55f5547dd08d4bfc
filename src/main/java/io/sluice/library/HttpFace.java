package io.sluice.library;

import io.sluice.spi.Answer;
import io.sluice.spi.Call;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.VerticleBase;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * One event loop of the stand-alone server: reads a request, queues it for the workers, writes the
 * answer when it comes. A client that leaves changes nothing about its request, here as in any
 * ordinary server; it is only noted.
 */
final class HttpFace extends VerticleBase {
  private static final System.Logger LOG = System.getLogger(HttpFace.class.getName());

  private final Endpoint endpoint;
  private final String host;
  private final int port;
  private final Desk desk;
  private volatile int actualPort;

  /**
   * A loop that does not listen yet.
   *
   * @param endpoint whose calls it takes
   * @param port as Vert.x has it: 0 for a free one, negative for a free one shared by all faces of
   *     the same number
   */
  HttpFace(Endpoint endpoint, String host, int port, Desk desk) {
    this.endpoint = endpoint;
    this.host = host;
    this.port = port;
    this.desk = desk;
  }

  @Override
  public Future<HttpServer> start() {
    // HTTP/1.1 only: a close then always means that the client of this very request has gone.
    var options =
        new HttpServerOptions()
            .setHttp2ClearTextEnabled(false)
            .setHandle100ContinueAutomatically(true);
    return vertx
        .createHttpServer(options)
        .requestHandler(this::handle)
        .listen(port, host)
        .onSuccess(server -> actualPort = server.actualPort());
  }

  /** The port it listens on, once started. */
  int actualPort() {
    return actualPort;
  }

  private void handle(HttpServerRequest request) {
    HttpServerResponse response = request.response();
    var gone = new AtomicBoolean();
    response.closeHandler(_ -> gone.set(true));
    Handler<Throwable> note = e -> LOG.log(System.Logger.Level.DEBUG, "client gone", e);
    request.exceptionHandler(note);
    response.exceptionHandler(note);
    BodyReader.read(
        request,
        body -> {
          if (desk.control().owns(request.path())) {
            write(response, desk.control().answer(request.method().name(), request.path(), body));
          } else if (Ledger.owns(request.path())) {
            queue(request, body, gone::get);
          } else {
            endpoint.called();
            take(request, body, gone::get);
          }
        });
  }

  private void take(HttpServerRequest request, Buffer body, BooleanSupplier gone) {
    if (Channel.ofPath(request.path()).filter(desk.knobs()::isSilent).isPresent()) {
      desk.stats().callSwallowed(); // and nobody will ever hear of it again
    } else {
      queue(request, body, gone);
    }
  }

  private void queue(HttpServerRequest request, Buffer body, BooleanSupplier gone) {
    Call call = call(request, body, gone);
    HttpServerResponse response = request.response();
    boolean queued =
        desk.workers()
            .offer(
                () -> {
                  Answer answer = answer(call);
                  context.runOnContext(_ -> write(response, answer));
                });
    if (!queued) {
      desk.stats().callRefused();
      write(response, Answers.error(503, "the queue is full"));
    }
  }

  /** Runs on a worker. */
  private Answer answer(Call call) {
    try {
      return Ledger.owns(call.path())
          ? desk.ledger().answer(call)
          : desk.service().handle(call, endpoint.strain());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // only a stopping pool interrupts
      return Answers.error(503, "stopping");
    } catch (SQLException | RuntimeException e) {
      LOG.log(System.Logger.Level.WARNING, call.method() + " " + call.path() + " failed", e);
      return Answers.error(500, "the library failed");
    }
  }

  private static Call call(HttpServerRequest request, Buffer body, BooleanSupplier gone) {
    Map<String, List<String>> headers = new HashMap<>();
    for (Map.Entry<String, String> header : request.headers()) {
      headers
          .computeIfAbsent(header.getKey().toLowerCase(Locale.ROOT), _ -> new ArrayList<>(1))
          .add(header.getValue());
    }
    return new Call(
        request.method().name(),
        request.path(),
        request.query(),
        headers,
        body.getBytes(),
        Long.MAX_VALUE, // it knows of no deadline
        gone);
  }

  private static void write(HttpServerResponse response, Answer answer) {
    if (response.closed()) {
      return;
    }
    response.setStatusCode(answer.status());
    answer.headers().forEach(response::putHeader);
    response.end(Buffer.buffer(answer.body()));
  }
}
