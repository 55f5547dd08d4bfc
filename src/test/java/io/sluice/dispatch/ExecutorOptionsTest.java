package io.sluice.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ExecutorOptionsTest {
  @Test
  void places_areWorkersAndBacklog() {
    assertThat(new ExecutorOptions("loans", 8, 64).places()).isEqualTo(72);
    assertThat(new ExecutorOptions("loans", 1, 0).places()).isEqualTo(1);
  }

  @Test
  void options_areRefused_outsideTheirBounds() {
    refused(" ", 1, 0, "name");
    refused("loans", 0, 0, "0 workers");
    refused("loans", 1, -1, "backlog -1");
    refused("loans", 1, Integer.MAX_VALUE, "backlog " + Integer.MAX_VALUE);
  }

  private static void refused(String name, int workers, int backlog, String because) {
    assertThatThrownBy(() -> new ExecutorOptions(name, workers, backlog))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(because);
  }
}
