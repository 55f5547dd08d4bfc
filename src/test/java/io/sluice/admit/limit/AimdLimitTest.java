package io.sluice.admit.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.admit.limit.LimitOptions.Algorithm;
import io.sluice.admit.limit.LimitOptions.Mode;
import io.sluice.admit.limit.Move.Why;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class AimdLimitTest {
  private final Limit limit =
      new AimdLimit(
          new LimitOptions(Algorithm.AIMD, Mode.ENFORCE, 4, 100, 20, Duration.ofMillis(500)));

  @Test
  void aSaturatedWindow_addsOne() {
    assertThat(limit.next(Samples.saturated(1600, 20, 12)))
        .isEqualTo(new Move(21, Why.QUEUE_SHORT));
  }

  @Test
  void drops_takeATenth() {
    assertThat(limit.next(Samples.window(1600, 20, 12, 1, true)))
        .isEqualTo(new Move(18, Why.DROPS));
  }

  @Test
  void aMedianThatIsNotHealthy_takesATenth() {
    assertThat(limit.next(Samples.saturated(1600, 20, 501))).isEqualTo(new Move(18, Why.UNHEALTHY));
  }

  @Test
  void anUnsaturatedWindow_holds() {
    assertThat(limit.next(Samples.unsaturated(1600, 10, 12)))
        .isEqualTo(new Move(20, Why.UNSATURATED));
  }

  @Test
  void anEmptyWindow_holds() {
    assertThat(limit.next(Samples.saturated(0, 20, 0))).isEqualTo(new Move(20, Why.NO_SAMPLES));
  }
}
