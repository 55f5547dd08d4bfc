package io.sluice.edge;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Tells a connection that nothing has been read from it for a while, and at most an eighth of that
 * longer; never earlier. It looks now and then whether something came, where Netty's own handler
 * reads the clock whenever something comes. While the connection carries streams it is not idle:
 * those have timers of their own.
 */
final class IdleWatch extends ChannelInboundHandlerAdapter {
  private static final String NAME = "idleWatch";
  private static final int LOOKS = 8;

  private final long lookNanos;
  private boolean something;
  private int quietLooks;
  private int streams;
  private @Nullable ScheduledFuture<?> timer;

  private IdleWatch(long idleMillis) {
    this.lookNanos = TimeUnit.MILLISECONDS.toNanos(idleMillis) / LOOKS;
  }

  /** Takes the place of Netty's handler for reading, if there is one, before the one named. */
  static void install(ChannelPipeline pipeline, String before) {
    IdleStateHandler present = pipeline.get(IdleStateHandler.class);
    if (present != null) {
      pipeline.remove(present);
      pipeline.addBefore(before, NAME, new IdleWatch(present.getReaderIdleTimeInMillis()));
    }
  }

  /** One stream more. */
  void streamBegan() {
    streams++;
  }

  /** One stream less. */
  void streamEnded() {
    streams--;
    something = true;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    something = true;
    context.fireChannelRead(message);
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    if (context.channel().isActive()) {
      lookLater(context);
    }
  }

  private void lookLater(ChannelHandlerContext context) {
    timer = context.executor().schedule(() -> look(context), lookNanos, TimeUnit.NANOSECONDS);
  }

  private void look(ChannelHandlerContext context) {
    lookLater(context);
    if (something || streams > 0) {
      something = false;
      quietLooks = 0;
    } else if (++quietLooks >= LOOKS) {
      quietLooks = 0;
      context.fireUserEventTriggered(IdleStateEvent.READER_IDLE_STATE_EVENT);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    stop();
    context.fireChannelInactive();
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    stop();
  }

  private void stop() {
    if (timer != null) {
      timer.cancel(false);
      timer = null;
    }
  }
}
