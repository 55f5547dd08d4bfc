package io.sluice.edge;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class IdleWatchTest {
  private static final int IDLE_SECONDS = 80;
  private static final int LOOK_SECONDS = 10;

  private final List<Object> told = new ArrayList<>();
  private final EmbeddedChannel channel = new EmbeddedChannel();

  @BeforeEach
  void watch() {
    channel.freezeTime();
    channel
        .pipeline()
        .addLast(new IdleStateHandler(IDLE_SECONDS, 0, 0))
        .addLast(
            "last",
            new ChannelInboundHandlerAdapter() {
              @Override
              public void userEventTriggered(ChannelHandlerContext context, Object event) {
                told.add(event);
              }
            });
    IdleWatch.install(channel.pipeline(), "last");
  }

  @AfterEach
  void close() {
    channel.finishAndReleaseAll();
  }

  private void pass(int seconds) {
    for (int i = 0; i < seconds; i++) {
      channel.advanceTimeBy(1, TimeUnit.SECONDS);
      channel.runScheduledPendingTasks();
    }
  }

  private IdleWatch watching() {
    return channel.pipeline().get(IdleWatch.class);
  }

  @Test
  void takesThePlaceOfNettysOwn() {
    assertThat(channel.pipeline().get(IdleStateHandler.class)).isNull();
    assertThat(watching()).isNotNull();
  }

  @Test
  void whereThereIsNone_thereIsNoneOfOurs() {
    var bare = new EmbeddedChannel(new ChannelInboundHandlerAdapter());
    IdleWatch.install(bare.pipeline(), bare.pipeline().names().getFirst());
    assertThat(bare.pipeline().get(IdleWatch.class)).isNull();
    bare.finishAndReleaseAll();
  }

  @Test
  void silence_isToldAfterItsTime_andNotBefore() {
    pass(IDLE_SECONDS - 1);
    assertThat(told).isEmpty();
    pass(1);
    assertThat(told).containsExactly(IdleStateEvent.READER_IDLE_STATE_EVENT);
  }

  @Test
  void whatIsRead_beginsItAnew_andItIsToldAtMostAnEighthLater() {
    for (int offset = 0; offset < 2 * LOOK_SECONDS; offset++) {
      told.clear();
      pass(offset);
      channel.writeInbound("something");
      pass(IDLE_SECONDS - 1);
      assertThat(told).isEmpty();
      pass(LOOK_SECONDS + 1);
      assertThat(told).hasSize(1);
    }
  }

  @Test
  void whileItCarriesStreams_itIsNotIdle() {
    watching().streamBegan();
    watching().streamBegan();
    pass(3 * IDLE_SECONDS);
    watching().streamEnded();
    pass(3 * IDLE_SECONDS);
    assertThat(told).isEmpty();

    watching().streamEnded();
    pass(IDLE_SECONDS - 1);
    assertThat(told).isEmpty();
    pass(LOOK_SECONDS + 1);
    assertThat(told).hasSize(1);
  }

  @Test
  void whatIsClosedOrRemoved_isNotLookedAt() {
    channel.pipeline().remove(IdleWatch.class);
    pass(2 * IDLE_SECONDS);
    assertThat(told).isEmpty();
    assertThat(channel.runScheduledPendingTasks()).isEqualTo(-1);
  }
}
