package io.sluice.admit.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.admit.limit.LimitOptions.Algorithm;
import io.sluice.admit.limit.LimitOptions.Mode;
import io.sluice.admit.limit.Move.Why;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class GradientLimitTest {
  private final Limit limit =
      new GradientLimit(
          new LimitOptions(Algorithm.GRADIENT, Mode.ENFORCE, 4, 1000, 20, Duration.ofSeconds(5)));

  @Test
  void steadyLatency_grows_byAFifthOfItsHeadroom() {
    assertThat(limit.next(Samples.saturated(1600, 20, 12)))
        .isEqualTo(new Move(20.8, Why.QUEUE_SHORT));
  }

  @Test
  void latencyWithinHalfAsMuchAgain_isTolerated() {
    for (int i = 0; i < 20; i++) {
      limit.next(Samples.saturated(1600, 20, 10));
    }
    assertThat(limit.next(Samples.saturated(1600, 20, 15)).why()).isEqualTo(Why.QUEUE_SHORT);
  }

  @Test
  void latencyFarAboveTheLongRun_shrinks() {
    for (int i = 0; i < 50; i++) {
      limit.next(Samples.saturated(1600, limit.value(), 10));
    }
    double before = limit.value();
    Move move = limit.next(Samples.saturated(1600, before, 40));
    assertThat(move.why()).isEqualTo(Why.QUEUE_LONG);
    assertThat(move.limit()).isLessThan(before);
  }

  @Test
  void onABackendOfSixteenServers_itKeepsFarMoreThanIsNeeded() {
    for (int i = 0; i < 400; i++) {
      limit.next(Samples.ofServers(16, 10, limit.value()));
    }
    assertThat(limit.value()).isGreaterThan(2 * 16.0);
  }

  @Test
  void anUnsaturatedWindow_holds() {
    assertThat(limit.next(Samples.unsaturated(1600, 10, 12)))
        .isEqualTo(new Move(20, Why.UNSATURATED));
  }

  @Test
  void drops_takeATenth() {
    assertThat(limit.next(Samples.window(1600, 20, 12, 1, true)))
        .isEqualTo(new Move(18, Why.DROPS));
  }
}
