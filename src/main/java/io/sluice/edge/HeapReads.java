package io.sluice.edge;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.LastHttpContent;
import io.vertx.core.net.impl.VertxConnection;
import io.vertx.core.net.impl.VertxHandler;

/**
 * Takes what is read out of Netty's pool before Vert.x gets it. Vert.x does the same, but only when
 * it handles a message: what a paused connection has not handled when it closes is forgotten, and
 * pooled memory would be gone with it for good. Nothing is copied twice, as Vert.x leaves alone
 * what is on the heap.
 */
@ChannelHandler.Sharable
final class HeapReads extends ChannelInboundHandlerAdapter {
  private static final String NAME = "heapReads";
  private static final HeapReads INSTANCE = new HeapReads();

  private HeapReads() {}

  /**
   * Goes before the handler of a connection, if it is one of those that forget: HTTP/1 or a plain
   * socket, but not HTTP/2.
   */
  static void install(Object connection) {
    if (connection instanceof VertxConnection opened) {
      ChannelHandlerContext context = opened.channelHandlerContext();
      if (context.pipeline().get(NAME) == null) {
        context.pipeline().addBefore(context.name(), NAME, INSTANCE);
      }
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    context.fireChannelRead(onHeap(message));
  }

  /** The message itself if it has no bytes of the pool, else one in its place, and it is let go. */
  static Object onHeap(Object message) {
    if (message instanceof DefaultHttpContent content) {
      return onHeap(content);
    }
    return message instanceof ByteBuf bytes ? VertxHandler.safeBuffer(bytes) : message;
  }

  private static DefaultHttpContent onHeap(DefaultHttpContent content) {
    if (!content.content().isReadable()) {
      return content;
    }
    ByteBuf copy = VertxHandler.safeBuffer(content.content());
    DefaultHttpContent replaced =
        content instanceof LastHttpContent last
            ? new DefaultLastHttpContent(copy, last.trailingHeaders())
            : new DefaultHttpContent(copy);
    replaced.setDecoderResult(content.decoderResult());
    return replaced;
  }
}
