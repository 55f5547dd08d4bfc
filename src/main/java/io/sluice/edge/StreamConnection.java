package io.sluice.edge;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.timeout.IdleStateHandler;
import io.vertx.core.net.impl.VertxConnection;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A connection while it carries a stream: it may be quiet for longer than other connections, and
 * has to be cut when its peer does not read, where closing waits for what is still to be written.
 */
final class StreamConnection {
  private final ChannelHandlerContext context;
  private @Nullable IdleStateHandler idle;

  /**
   * @param connection one of Vert.x', of HTTP or a plain socket
   */
  StreamConnection(Object connection) {
    if (!(connection instanceof VertxConnection opened)) {
      throw new IllegalStateException("not a connection of Vert.x: " + connection.getClass());
    }
    context = opened.channelHandlerContext();
  }

  /** From now on it may be as quiet as its stream may be. */
  void mayBeQuiet() {
    ChannelPipeline pipeline = context.pipeline();
    IdleStateHandler present = pipeline.get(IdleStateHandler.class);
    if (present != null) {
      idle = present;
      pipeline.remove(present);
    }
  }

  /** It is a connection like others again. */
  void mayNotBeQuiet() {
    IdleStateHandler before = idle;
    idle = null;
    if (before != null && context.channel().isActive() && !context.isRemoved()) {
      context.pipeline().addBefore(context.name(), "idle", again(before));
    }
  }

  private static ChannelHandler again(IdleStateHandler before) {
    return new IdleStateHandler(0, 0, before.getAllIdleTimeInMillis(), TimeUnit.MILLISECONDS);
  }

  /** Closes it at once, whatever has not been written. */
  void cut() {
    ChannelFuture _ = context.isRemoved() ? context.channel().close() : context.close();
  }
}
