package io.sluice.surge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.exchange.Idempotence;
import io.sluice.exchange.Tier;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MixTest {
  @Test
  void parse_readsStreams_separatedByCommas() {
    Mix mix = Mix.parse("p0 POST /loans 20, p1 get /titles/{id} 30.5%");
    assertThat(mix.streams())
        .containsExactly(
            new Stream("POST /loans", Tier.P0, 20, "POST", "/loans", Stream.LOAN, true),
            new Stream("GET /titles/{id}", Tier.P1, 30.5, "GET", "/titles/{id}", null, false));
  }

  @Test
  void parse_isTheLibrary_byDefault() {
    assertThat(Mix.parse("default")).isEqualTo(Mix.LIBRARY);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "p3 GET / 1", "p0 GET 1", "p0 GET titles 1", "p0 GET / 0", "p0 GET / x", ","})
  void parse_refuses_whatIsNoStream(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> Mix.parse(text));
  }

  @Test
  void pick_followsTheShares() {
    long seed = RandomGenerator.getDefault().nextLong();
    var random = new SplittableRandom(seed);
    int[] picked = new int[3];
    for (int i = 0; i < 100_000; i++) {
      picked[Mix.LIBRARY.pick(random.nextDouble())]++;
    }
    assertThat(picked[0]).as("seed %d", seed).isBetween(19_000, 21_000);
    assertThat(picked[1]).as("seed %d", seed).isBetween(29_000, 31_000);
  }

  @Test
  void pick_staysInside_atBothEnds() {
    assertThat(Mix.LIBRARY.pick(0)).isZero();
    assertThat(Mix.LIBRARY.pick(Math.nextDown(1.0))).isEqualTo(2);
  }

  @Test
  void idempotence_comesFromMethodOrKey() {
    List<Stream> streams = Mix.LIBRARY.streams();
    assertThat(streams.get(0).idempotence()).isEqualTo(Idempotence.IDEMPOTENT);
    assertThat(streams.get(1).idempotence()).isEqualTo(Idempotence.SAFE);
    var plain = new Stream("x", Tier.P0, 1, "POST", "/x", null, false);
    assertThat(plain.idempotence()).isEqualTo(Idempotence.UNSAFE);
  }
}
