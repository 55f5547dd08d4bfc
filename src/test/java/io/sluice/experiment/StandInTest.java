package io.sluice.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.spi.Answer;
import io.sluice.spi.Call;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class StandInTest {
  private static Answer ask(@Nullable String query) throws InterruptedException {
    return new StandIn()
        .handle(new Call("GET", "/pages", query, Map.of(), new byte[0], 1_000_000, () -> false));
  }

  @Test
  void itAnswers_howLongItHeldItsWorker() throws InterruptedException {
    Answer answer = ask("us=1");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(new String(answer.body(), StandardCharsets.UTF_8)).isEqualTo("{\"heldMicros\":1}");
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "us=", "us=-1", "us=x", "us=6000&x=1", "us=10000001", "us=999999999"})
  void whatItWasNotAskedProperly_isABadRequest(@Nullable String query) throws InterruptedException {
    assertThat(ask(query).status()).isEqualTo(400);
  }

  @Test
  void anInterrupt_endsIt() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> ask("us=10000000")).isInstanceOf(InterruptedException.class);
  }
}
