package io.sluice.edge;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.util.concurrent.ScheduledFuture;
import io.vertx.core.net.impl.ShutdownEvent;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Holds the first bytes of a clear-text connection until they say which protocol it speaks (RFC
 * 9113 §3.3), has the pipeline built for that, and lets them go on into it. So nothing is decoded
 * before its own decoder is in place.
 */
final class ProtocolGate extends ByteToMessageDecoder {
  /** What is told, once, before a byte goes on. */
  interface Choice {
    void speaks(boolean http2);
  }

  private static final byte[] PREFACE =
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  /** A preface comes in one piece; whoever dribbles one is taken for HTTP/1, and timed there. */
  private static final long MOST_PATIENCE_NANOS = 1_000_000_000;

  private final Choice choice;
  private final long patienceNanos;
  private boolean chosen;
  private @Nullable ScheduledFuture<?> timer;

  ProtocolGate(Choice choice, long patienceNanos) {
    this.choice = choice;
    this.patienceNanos = Math.min(patienceNanos, MOST_PATIENCE_NANOS);
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    int seen = Math.min(in.readableBytes(), PREFACE.length);
    for (int i = 0; i < seen; i++) {
      if (in.getByte(in.readerIndex() + i) != PREFACE[i]) {
        open(context, false);
        return;
      }
    }
    if (seen == PREFACE.length) {
      open(context, true);
    } else if (timer == null) {
      timer =
          context
              .executor()
              .schedule(() -> open(context, false), patienceNanos, TimeUnit.NANOSECONDS);
    }
  }

  @Override
  protected void decodeLast(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    if (in.isReadable()) {
      open(context, false);
    }
  }

  private void open(ChannelHandlerContext context, boolean http2) {
    if (!chosen) {
      chosen = true;
      choice.speaks(http2);
      context.pipeline().remove(this); // and the bytes held go on
    }
  }

  @Override
  protected void handlerRemoved0(ChannelHandlerContext context) {
    if (timer != null) {
      timer.cancel(false);
    }
  }

  /** Whoever has said nothing yet has nothing to wait for. */
  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
    super.userEventTriggered(context, event);
    if (event instanceof ShutdownEvent && !chosen) {
      ChannelFuture _ = context.close();
    }
  }
}
