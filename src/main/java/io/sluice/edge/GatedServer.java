package io.sluice.edge;

import io.netty.channel.ChannelPipeline;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.impl.HttpServerImpl;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.internal.VertxWrapper;
import io.vertx.core.internal.net.NetSocketInternal;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.impl.NetServerImpl;
import java.util.List;
import java.util.function.Predicate;

/**
 * Vert.x's HTTP server, with a say before the protocol of a connection is settled. Left to itself
 * it would decode the first request of an HTTP/1 connection leniently, because only that shows it
 * that HTTP/2 is not spoken, and would follow {@code Upgrade: h2c}.
 */
final class GatedServer extends VertxWrapper {
  private final HttpServerOptions options;
  private final boolean clearTextHttp2;
  private final long patienceNanos;
  private final Predicate<NetSocket> admission;

  private GatedServer(
      Vertx vertx, HttpServerOptions options, long patienceNanos, Predicate<NetSocket> admission) {
    super((VertxInternal) vertx);
    this.options = options;
    this.clearTextHttp2 = options.isHttp2ClearTextEnabled() && !options.isSsl();
    this.patienceNanos = patienceNanos;
    this.admission = admission;
  }

  /**
   * A server that is not listening yet. Its options belong to it from now on.
   *
   * @param patienceNanos longest wait for the rest of what may be an HTTP/2 preface
   * @param admission sees each connection before it has sent anything, or with TLS when it is
   *     secured; who is not admitted is closed
   */
  static HttpServer of(
      Vertx vertx, HttpServerOptions options, long patienceNanos, Predicate<NetSocket> admission) {
    return new HttpServerImpl(new GatedServer(vertx, options, patienceNanos, admission), options);
  }

  @Override
  public NetServerImpl createNetServer(NetServerOptions tcpOptions) {
    return new NetServerImpl(delegate, tcpOptions) {
      @Override
      public synchronized NetServerImpl connectHandler(Handler<NetSocket> build) {
        super.connectHandler(socket -> arrived((NetSocketInternal) socket, build));
        return this;
      }
    };
  }

  private void arrived(NetSocketInternal socket, Handler<NetSocket> build) {
    if (!admission.test(socket)) {
      socket.close();
    } else if (!clearTextHttp2) {
      build.handle(socket);
    } else {
      ContextInternal context = ContextInternal.current();
      var gate =
          new ProtocolGate(
              http2 -> {
                // Read by the builder for this connection; a server has one event loop.
                options.setHttp2ClearTextEnabled(http2);
                context.emit(socket, build);
              },
              patienceNanos);
      ChannelPipeline pipeline = socket.channelHandlerContext().pipeline();
      pipeline.addBefore(codecsPlace(pipeline), "protocolGate", gate);
    }
  }

  /**
   * What Vert.x puts the codecs before. The gate goes there too, and not further to the front: what
   * follows a PROXY protocol header in one piece with it goes on from where that is read.
   */
  private static String codecsPlace(ChannelPipeline pipeline) {
    for (String name : List.of("chunkedWriter", "idle")) {
      if (pipeline.get(name) != null) {
        return name;
      }
    }
    return "handler";
  }
}
