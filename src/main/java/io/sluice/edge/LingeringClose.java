package io.sluice.edge;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Closes a connection whose client may still be sending in two steps: first our side, then, when
 * the client has closed its own or enough has been thrown away, the rest (RFC 9112 §9.6). Closing
 * at once would answer what still comes with a reset, which destroys the answer on its way.
 */
final class LingeringClose extends ChannelDuplexHandler {
  static final long MOST_BYTES = 1024 * 1024;
  static final long MOST_MILLIS = 2_000;

  private final BooleanSupplier mayStillSend;
  private @Nullable ChannelPromise closed;
  private long discardedBytes;

  LingeringClose(BooleanSupplier mayStillSend) {
    this.mayStillSend = mayStillSend;
  }

  @Override
  public void close(ChannelHandlerContext context, ChannelPromise promise) {
    ChannelPromise earlier = closed;
    if (earlier != null) {
      earlier.addListener(_ -> promise.trySuccess());
      return;
    }
    if (!(context.channel() instanceof DuplexChannel channel)
        || !channel.isActive()
        || !mayStillSend.getAsBoolean()) {
      ChannelFuture _ = context.close(promise);
      return;
    }
    closed = promise;
    ChannelFuture flushed = context.writeAndFlush(Unpooled.EMPTY_BUFFER);
    flushed.addListener(_ -> endOutput(channel));
    channel.config().setAutoRead(true);
    var timer =
        context.executor().schedule(() -> finish(context), MOST_MILLIS, TimeUnit.MILLISECONDS);
    channel.closeFuture().addListener(_ -> timer.cancel(false));
  }

  /** Over TLS the end is said in TLS first: without it an answer counts as cut off. */
  private static void endOutput(DuplexChannel channel) {
    SslHandler secured = channel.pipeline().get(SslHandler.class);
    ChannelFuture said = secured == null ? channel.newSucceededFuture() : secured.closeOutbound();
    said.addListener(
        _ -> {
          ChannelFuture _ = channel.shutdownOutput();
        });
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (closed == null) {
      context.fireChannelRead(message);
      return;
    }
    if (message instanceof ByteBuf bytes) {
      discardedBytes += bytes.readableBytes();
    }
    ReferenceCountUtil.release(message);
    if (discardedBytes > MOST_BYTES) {
      finish(context);
    }
  }

  private void finish(ChannelHandlerContext context) {
    if (closed != null && context.channel().isOpen()) {
      ChannelFuture _ = context.close(closed);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    if (closed != null) {
      closed.trySuccess();
    }
    context.fireChannelInactive();
  }
}
