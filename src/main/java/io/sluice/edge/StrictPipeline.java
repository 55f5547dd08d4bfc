package io.sluice.edge;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelPipeline;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.impl.VertxHttpRequestDecoder;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.impl.VertxConnection;
import java.util.concurrent.TimeUnit;

/**
 * Puts a {@link StrictDecoder} in the place of each connection's own, and proves at the start that
 * this works: it relies on how Vert.x builds its pipelines, which another version may do otherwise.
 */
final class StrictPipeline {
  private static final String DECODER = "httpDecoder";
  private static final String PROVOCATION =
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
  private static final long PATIENCE_SECONDS = 10;
  private static final int WINDOW_BYTES = 2048;

  private final HttpServerOptions options;
  private final Hygiene hygiene;
  private final long headTimeoutNanos;
  private final byte[] window = new byte[WINDOW_BYTES];

  StrictPipeline(HttpServerOptions options, Hygiene hygiene, long headTimeoutNanos) {
    this.options = options;
    this.hygiene = hygiene;
    this.headTimeoutNanos = headTimeoutNanos;
  }

  /**
   * Protects a connection from which nothing has been read yet.
   *
   * @throws IllegalStateException if it is not built as expected; it must not be served then
   */
  void install(HttpConnection connection) {
    if (!(connection instanceof VertxConnection opened)) {
      throw new IllegalStateException("not a connection of HTTP/1: " + connection.getClass());
    }
    ChannelPipeline pipeline = opened.channelHandlerContext().pipeline();
    ChannelHandler present = pipeline.get(DECODER);
    if (present == null || present.getClass() != VertxHttpRequestDecoder.class) {
      throw new IllegalStateException("no HTTP decoder where one is expected: " + pipeline.names());
    }
    var decoder = new StrictDecoder(options, hygiene, headTimeoutNanos, window);
    pipeline.addBefore(DECODER, "lingeringClose", new LingeringClose(decoder::isWithinRequest));
    pipeline.replace(DECODER, DECODER, decoder);
  }

  /** Fails unless a listener of its own, so protected, refuses what a bare one would let pass. */
  Future<Void> prove(Vertx vertx) {
    var server =
        vertx.createHttpServer(
            new HttpServerOptions(options)
                .setHost("127.0.0.1")
                .setPort(0)
                .setUseProxyProtocol(false));
    NetClient client = vertx.createNetClient();
    Promise<String> answer = Promise.promise();
    return server
        .connectionHandler(
            connection -> {
              try {
                install(connection);
              } catch (IllegalStateException unexpected) {
                answer.tryFail(unexpected);
                connection.close();
              }
            })
        .invalidRequestHandler(request -> request.response().setStatusCode(400).end())
        .requestHandler(request -> request.response().setStatusCode(200).end())
        .listen()
        .compose(listening -> client.connect(listening.actualPort(), "127.0.0.1"))
        .compose(socket -> provoke(socket, answer))
        .timeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
        .eventually(() -> Future.join(client.close(), server.close()))
        .compose(
            text ->
                text.equals(EXPECTED)
                    ? Future.<Void>succeededFuture()
                    : Future.failedFuture(
                        "the front door would be unprotected: an ambiguous request was answered "
                            + text));
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
    return socket.write(PROVOCATION).compose(_ -> answer.future());
  }
}
