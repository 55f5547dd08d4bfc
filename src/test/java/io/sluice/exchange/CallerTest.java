package io.sluice.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Whose words are believed. */
class CallerTest {
  @Test
  void knownCaller_isBelievedWhatItIsTrusted_andNothingElse() {
    assertThat(Caller.known("a", null, List.of("request-id", "forwarding")))
        .isEqualTo(new Caller("a", null, false, true, true));
    assertThat(Caller.known("a", Tier.P2, List.of()))
        .isEqualTo(new Caller("a", Tier.P2, false, false, false));
  }

  @Test
  void callerThroughAProxy_isBelievedWhatEitherIs_andKeepsItsName() {
    Caller known = Caller.known("a", Tier.P2, List.of());
    assertThat(known.through(Caller.STRANGER)).isSameAs(known);
    assertThat(known.through(Caller.PROXY)).isEqualTo(new Caller("a", Tier.P2, true, true, true));
  }
}
