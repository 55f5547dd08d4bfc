package io.sluice.bench;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;

/**
 * The least a Vert.x proxy can do: the same server, client and pools, requests piped by hand, and
 * none of the policies. What Sluice costs beyond it is the price of its decisions.
 *
 * <p>Arguments: port, backend's port, event loops.
 */
public final class BareProxy extends VerticleBase {
  private final int port;
  private final SocketAddress backend;

  private BareProxy(int port, int backendPort) {
    this.port = port;
    this.backend = SocketAddress.inetSocketAddress(backendPort, "127.0.0.1");
  }

  /** Runs until it is killed. */
  public static void main(String[] arguments) {
    int port = Integer.parseInt(arguments[0]);
    int backendPort = Integer.parseInt(arguments[1]);
    int loops = Integer.parseInt(arguments[2]);
    Vertx vertx =
        Vertx.vertx(new VertxOptions().setPreferNativeTransport(true).setEventLoopPoolSize(loops));
    vertx
        .deployVerticle(
            () -> new BareProxy(port, backendPort), new DeploymentOptions().setInstances(loops))
        .toCompletionStage()
        .toCompletableFuture()
        .join();
    System.out.println("bare proxy on " + port);
  }

  @Override
  public Future<?> start() {
    HttpClientAgent client =
        vertx
            .httpClientBuilder()
            .with(new HttpClientOptions().setKeepAlive(true).setTcpNoDelay(true))
            .with(new PoolOptions().setHttp1MaxSize(256))
            .build();
    return vertx
        .createHttpServer(
            new HttpServerOptions().setPort(port).setTcpNoDelay(true).setAcceptBacklog(1024))
        .requestHandler(request -> pass(client, request))
        .listen();
  }

  private void pass(HttpClientAgent client, HttpServerRequest request) {
    request.pause();
    client
        .request(
            new RequestOptions()
                .setServer(backend)
                .setMethod(request.method())
                .setURI(request.uri()))
        .onSuccess(upstream -> send(request, upstream))
        .onFailure(_ -> request.response().setStatusCode(502).end());
  }

  private static void send(HttpServerRequest request, HttpClientRequest upstream) {
    upstream.headers().setAll(request.headers());
    upstream.response().onSuccess(answer -> relay(answer, request.response()));
    request.handler(upstream::write);
    request.endHandler(_ -> upstream.end());
    request.resume();
  }

  private static void relay(HttpClientResponse from, HttpServerResponse to) {
    to.setStatusCode(from.statusCode());
    to.headers().setAll(from.headers());
    Handler<Void> goOn = _ -> from.resume();
    from.handler(
        chunk -> {
          to.write(chunk);
          if (to.writeQueueFull()) {
            from.pause();
            to.drainHandler(goOn);
          }
        });
    from.endHandler(_ -> to.end());
  }
}
