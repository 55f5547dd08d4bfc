package io.sluice.edge;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.AttributeKey;
import java.util.function.Predicate;

/**
 * Sees each connection of a listener when it is accepted, before anything of it is read, and closes
 * those that may not stay. Runs on the acceptor's thread.
 */
final class AcceptWatch extends ChannelInboundHandlerAdapter {
  private static final AttributeKey<Boolean> SEEN = AttributeKey.valueOf("sluice.accepted");

  private final Predicate<Channel> accepts;

  AcceptWatch(Predicate<Channel> accepts) {
    this.accepts = accepts;
  }

  /** Whether a connection went through one of these. */
  static boolean hasSeen(Channel connection) {
    return connection.hasAttr(SEEN);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object accepted) {
    Channel connection = (Channel) accepted;
    if (accepts.test(connection)) {
      connection.attr(SEEN).set(Boolean.TRUE);
      context.fireChannelRead(connection);
    } else {
      connection.unsafe().closeForcibly(); // it has no event loop yet that could close it
    }
  }
}
