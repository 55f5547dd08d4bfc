package io.sluice.edge;

import io.netty.channel.Channel;
import io.netty.util.AttributeKey;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.ConnectionBase;

/** Whether connections have carried a request before. */
final class Reuse {
  private static final AttributeKey<Boolean> USED = AttributeKey.valueOf(Reuse.class, "used");

  private Reuse() {}

  /** Whether this one has; from now on it has. */
  static boolean of(HttpConnection connection) {
    if (!(connection instanceof ConnectionBase opened)) {
      throw new IllegalStateException("not a connection of Vert.x: " + connection.getClass());
    }
    Channel channel = opened.channelHandlerContext().channel();
    return channel.attr(USED).getAndSet(true) != null;
  }
}
