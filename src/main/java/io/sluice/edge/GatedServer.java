package io.sluice.edge;

import io.netty.channel.Channel;
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
import io.vertx.core.spi.transport.Transport;
import java.util.List;

/**
 * Vert.x's HTTP server, with a say when a connection is accepted, and before the protocol of a
 * connection is settled. Left to itself it would decode the first request of an HTTP/1 connection
 * leniently, because only that shows it that HTTP/2 is not spoken, and would follow {@code Upgrade:
 * h2c}.
 */
final class GatedServer extends VertxWrapper {
  /** Who decides which connections may stay. */
  interface Doorkeeper {
    /**
     * Whether one that was just accepted may stay. It has no event loop yet; on the acceptor's
     * thread.
     */
    boolean accepts(Channel connection);

    /** Whether it may go on, now that it is announced and secured, where it has to be. */
    boolean admits(NetSocket socket);
  }

  private final HttpServerOptions options;
  private final boolean clearTextHttp2;
  private final long patienceNanos;
  private final Doorkeeper doorkeeper;
  private final WatchedTransport transport;

  private GatedServer(
      Vertx vertx, HttpServerOptions options, long patienceNanos, Doorkeeper doorkeeper) {
    super((VertxInternal) vertx);
    this.options = options;
    this.clearTextHttp2 = options.isHttp2ClearTextEnabled() && !options.isSsl();
    this.patienceNanos = patienceNanos;
    this.doorkeeper = doorkeeper;
    this.transport = new WatchedTransport(delegate.transport(), doorkeeper::accepts);
  }

  /**
   * A server that is not listening yet. Its options belong to it from now on.
   *
   * @param patienceNanos longest wait for the rest of what may be an HTTP/2 preface
   * @param doorkeeper sees each connection; those it does not want are closed
   */
  static HttpServer of(
      Vertx vertx, HttpServerOptions options, long patienceNanos, Doorkeeper doorkeeper) {
    return new HttpServerImpl(new GatedServer(vertx, options, patienceNanos, doorkeeper), options);
  }

  @Override
  public Transport transport() {
    return transport;
  }

  @Override
  public NetServerImpl createNetServer(NetServerOptions tcpOptions) {
    return new NetServerImpl(this, tcpOptions) {
      @Override
      public synchronized NetServerImpl connectHandler(Handler<NetSocket> build) {
        super.connectHandler(socket -> arrived((NetSocketInternal) socket, build));
        return this;
      }
    };
  }

  private void arrived(NetSocketInternal socket, Handler<NetSocket> build) {
    if (!AcceptWatch.hasSeen(socket.channelHandlerContext().channel())) {
      socket.close();
      throw new IllegalStateException("a connection was not seen when it was accepted");
    }
    if (!doorkeeper.admits(socket)) {
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
