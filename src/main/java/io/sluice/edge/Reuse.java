package io.sluice.edge;

import io.netty.channel.Channel;
import io.netty.util.AttributeKey;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.impl.ConnectionBase;

/**
 * Whether a request's connection has carried one before, so that the backend may have closed it for
 * its age as the request was on its way. Of HTTP/2 none has: there a backend that leaves says so,
 * and which streams it has not begun.
 */
final class Reuse {
  private static final AttributeKey<Boolean> USED = AttributeKey.valueOf(Reuse.class, "used");

  private Reuse() {}

  /** Whether this one's has; from now on it has. */
  static boolean of(HttpClientRequest request) {
    if (request.version() == HttpVersion.HTTP_2) {
      return false;
    }
    if (!(request.connection() instanceof ConnectionBase opened)) {
      throw new IllegalStateException(
          "no connection of Vert.x: " + request.connection().getClass());
    }
    Channel channel = opened.channelHandlerContext().channel();
    return channel.attr(USED).getAndSet(true) != null;
  }
}
