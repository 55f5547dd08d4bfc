package io.sluice.trust;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.Caller;
import io.sluice.trust.VerifiedTokens.Fingerprint;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What need not be verified again, and for how long. */
class VerifiedTokensTest {
  private static final Token TOKEN = new Token(Caller.STRANGER, Set.of(), 1000);
  private static final Fingerprint ONE = Fingerprint.of("one");

  private final VerifiedTokens tokens = new VerifiedTokens();
  private final Object keys = new Object();

  @Test
  void token_isFound_untilItsTimeIsUp() {
    tokens.add(ONE, TOKEN, keys);
    assertThat(tokens.find(ONE, keys, 999)).isEqualTo(TOKEN);
    assertThat(tokens.find(ONE, keys, 1000)).isNull();
    assertThat(tokens.find(Fingerprint.of("One"), keys, 0)).isNull();
  }

  @Test
  void whatOtherKeysVerified_doesNotCount() {
    tokens.add(ONE, TOKEN, keys);
    assertThat(tokens.find(ONE, new Object(), 0)).isNull();
  }
}
