package io.sluice.admit.limit;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.admit.limit.Move.Why;
import org.junit.jupiter.api.Test;

class BoundsTest {
  private final Bounds bounds = new Bounds(4, 100);

  @Test
  void growth_isCappedAtTwiceWhatWasInFlight() {
    assertThat(bounds.grow(20, 30, 12, Why.QUEUE_SHORT)).isEqualTo(new Move(24, Why.GROWTH_CAPPED));
    assertThat(bounds.grow(20, 30, 20, Why.QUEUE_SHORT)).isEqualTo(new Move(30, Why.QUEUE_SHORT));
  }

  @Test
  void cap_neverShrinksTheLimit() {
    assertThat(bounds.grow(20, 25, 3, Why.QUEUE_SHORT)).isEqualTo(new Move(20, Why.GROWTH_CAPPED));
  }

  @Test
  void growth_endsAtTheMaximum() {
    assertThat(bounds.grow(90, 120, 90, Why.QUEUE_SHORT)).isEqualTo(new Move(100, Why.AT_MAX));
    assertThat(bounds.grow(100, 120, 100, Why.QUEUE_SHORT)).isEqualTo(new Move(100, Why.AT_MAX));
  }

  @Test
  void shrinking_endsAtTheMinimum_andNeverGrows() {
    assertThat(bounds.shrink(5, 4.5, Why.DROPS)).isEqualTo(new Move(4.5, Why.DROPS));
    assertThat(bounds.shrink(4.2, 3, Why.DROPS)).isEqualTo(new Move(4, Why.DROPS));
    assertThat(bounds.shrink(4, 3, Why.DROPS)).isEqualTo(new Move(4, Why.AT_MIN));
    assertThat(bounds.shrink(10, 12, Why.DROPS)).isEqualTo(new Move(10, Why.DROPS));
  }
}
