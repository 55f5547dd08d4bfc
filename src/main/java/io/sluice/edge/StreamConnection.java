package io.sluice.edge;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.vertx.core.net.impl.ConnectionBase;
import org.jspecify.annotations.Nullable;

/**
 * A connection while it carries a stream: it may be quiet for longer than other connections, and
 * has to be cut when its peer does not read, where closing waits for what is still to be written.
 */
final class StreamConnection {
  private final ChannelHandlerContext context;
  private final @Nullable IdleWatch watch;

  /**
   * @param connection one of Vert.x', of HTTP or a plain socket
   */
  StreamConnection(Object connection) {
    if (!(connection instanceof ConnectionBase opened)) {
      throw new IllegalStateException("not a connection of Vert.x: " + connection.getClass());
    }
    context = opened.channelHandlerContext();
    watch = context.pipeline().get(IdleWatch.class);
  }

  /** From now on it may be as quiet as its streams may be: those have timers of their own. */
  void mayBeQuiet() {
    if (watch != null) {
      watch.streamBegan();
    }
  }

  /** One stream less; with the last it is a connection like others again. */
  void mayNotBeQuiet() {
    if (watch != null) {
      watch.streamEnded();
    }
  }

  /** Closes it at once, whatever has not been written. */
  void cut() {
    ChannelFuture _ = context.isRemoved() ? context.channel().close() : context.close();
  }
}
