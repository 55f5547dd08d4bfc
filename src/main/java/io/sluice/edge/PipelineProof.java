package io.sluice.edge;

import io.netty.channel.Channel;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetSocket;
import java.util.concurrent.TimeUnit;

/**
 * Tries, at the start and on a listener of its own, whether a {@link StrictPipeline} refuses what
 * Vert.x alone would let pass.
 */
final class PipelineProof {
  private static final GatedServer.Doorkeeper ANYBODY =
      new GatedServer.Doorkeeper() {
        @Override
        public boolean accepts(Channel connection) {
          return true;
        }

        @Override
        public boolean admits(NetSocket socket) {
          return true;
        }
      };

  private static final String LOOPBACK = "127.0.0.1";
  private static final String AMBIGUOUS =
      String.join(
          "\r\n",
          "POST / HTTP/1.1",
          "Host: proof",
          "Content-Length: 5",
          "Transfer-Encoding: chunked",
          "",
          "0",
          "",
          "");
  private static final String EXPECTED = "HTTP/1.1 400 ";
  private static final String MALFORMED_PATH = "/%zz";
  private static final long PATIENCE_SECONDS = 10;

  private final Vertx vertx;
  private final StrictPipeline pipeline;
  private final HttpServerOptions options;

  PipelineProof(Vertx vertx, StrictPipeline pipeline, HttpServerOptions options) {
    this.vertx = vertx;
    this.pipeline = pipeline;
    this.options = options.setHost(LOOPBACK).setPort(0);
  }

  /** An HTTP/1 request that two readers could take differently is answered 400. */
  Future<Void> ofHttp1() {
    NetClient client = vertx.createNetClient();
    Promise<String> answer = Promise.promise();
    HttpServer server = server(answer);
    return server
        .listen()
        .compose(listening -> client.connect(listening.actualPort(), LOOPBACK))
        .compose(socket -> provoke(socket, answer))
        .timeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
        .eventually(() -> Future.join(client.close(), server.close()))
        .compose(text -> verdict("an ambiguous request", text, EXPECTED));
  }

  /** An HTTP/2 request whose path cannot be read is answered 400. */
  Future<Void> ofHttp2() {
    HttpClient client =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setProtocolVersion(HttpVersion.HTTP_2)
                .setHttp2ClearTextUpgrade(false));
    Promise<String> answer = Promise.promise();
    HttpServer server = server(answer);
    return server
        .listen()
        .compose(
            listening ->
                client.request(HttpMethod.GET, listening.actualPort(), LOOPBACK, MALFORMED_PATH))
        .compose(
            request -> {
              request.exceptionHandler(answer::tryFail);
              request
                  .send()
                  .map(HttpClientResponse::statusCode)
                  .onComplete(status -> answer.tryComplete("" + status.result()));
              return answer.future();
            })
        .timeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
        .eventually(() -> Future.join(client.close(), server.close()))
        .compose(text -> verdict("a malformed path over HTTP/2", text, "400"));
  }

  private HttpServer server(Promise<String> answer) {
    return pipeline
        .server(vertx, new HttpServerOptions(options), ANYBODY)
        .connectionHandler(connection -> install(connection, answer))
        .invalidRequestHandler(request -> request.response().setStatusCode(400).end())
        .requestHandler(this::answer);
  }

  private void install(HttpConnection connection, Promise<String> answer) {
    try {
      pipeline.install(connection);
    } catch (IllegalStateException unexpected) {
      answer.tryFail(unexpected);
      connection.close();
    }
  }

  private void answer(HttpServerRequest request) {
    boolean flawed = pipeline.flawOfCurrent() != null;
    request.response().setStatusCode(flawed ? 400 : 200).end();
  }

  private static Future<String> provoke(NetSocket socket, Promise<String> answer) {
    var received = new StringBuilder();
    socket.handler(
        bytes -> {
          received.append(bytes.toString("ISO-8859-1"));
          if (received.length() >= EXPECTED.length()) {
            answer.tryComplete(received.substring(0, EXPECTED.length()));
          }
        });
    socket.closeHandler(_ -> answer.tryComplete("by closing: " + received));
    return socket.write(AMBIGUOUS).compose(_ -> answer.future());
  }

  private static Future<Void> verdict(String what, String answer, String expected) {
    return answer.equals(expected)
        ? Future.succeededFuture()
        : Future.failedFuture(
            "the front door would be unprotected: " + what + " was answered " + answer);
  }
}
