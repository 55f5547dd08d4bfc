package io.sluice.edge;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.util.Attribute;
import io.netty.util.AttributeKey;
import io.vertx.core.net.impl.ConnectionBase;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A connection while it carries a stream: it may be quiet for longer than other connections, and
 * has to be cut when its peer does not read, where closing waits for what is still to be written.
 */
final class StreamConnection {
  /** What a connection's idle timer was, and how many streams do without it. */
  private static final class Quiet {
    int streams;
    @Nullable IdleStateHandler timer;
  }

  private static final AttributeKey<Quiet> QUIET = AttributeKey.valueOf("sluice-quiet");

  private final ChannelHandlerContext context;

  /**
   * @param connection one of Vert.x', of HTTP or a plain socket
   */
  StreamConnection(Object connection) {
    if (!(connection instanceof ConnectionBase opened)) {
      throw new IllegalStateException("not a connection of Vert.x: " + connection.getClass());
    }
    context = opened.channelHandlerContext();
  }

  /** From now on it may be as quiet as its streams may be: those have timers of their own. */
  void mayBeQuiet() {
    Quiet quiet = quiet();
    quiet.streams++;
    IdleStateHandler timer = context.pipeline().get(IdleStateHandler.class);
    if (timer != null) {
      quiet.timer = timer;
      context.pipeline().remove(timer);
    }
  }

  /** One stream less; with the last it is a connection like others again. */
  void mayNotBeQuiet() {
    Quiet quiet = quiet();
    quiet.streams--;
    IdleStateHandler timer = quiet.timer;
    if (quiet.streams == 0 && timer != null && context.channel().isActive()) {
      quiet.timer = null;
      context.pipeline().addBefore(context.name(), "idle", again(timer));
    }
  }

  private Quiet quiet() {
    Attribute<Quiet> attribute = context.channel().attr(QUIET);
    Quiet present = attribute.get();
    if (present == null) {
      present = new Quiet();
      attribute.set(present);
    }
    return present;
  }

  private static ChannelHandler again(IdleStateHandler before) {
    return new IdleStateHandler(before.getReaderIdleTimeInMillis(), 0, 0, TimeUnit.MILLISECONDS);
  }

  /** Closes it at once, whatever has not been written. */
  void cut() {
    ChannelFuture _ = context.isRemoved() ? context.channel().close() : context.close();
  }
}
