package io.sluice.trust;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.Caller;
import io.sluice.exchange.Tier;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the claims of a verified token mean. */
class ClaimsTest {
  private static final Claims CLAIMS = new Claims(options("tier", List.of("request-id")));

  private static JwtOptions options(@Nullable String tierClaim, List<String> trust) {
    return new JwtOptions(
        "keys.json",
        Duration.ofSeconds(5),
        null,
        List.of(),
        Duration.ofSeconds(30),
        "sub",
        tierClaim,
        trust);
  }

  private static Map<String, @Nullable Object> claims(Object... namesAndValues) {
    Map<String, @Nullable Object> claims = new HashMap<>(Map.of("exp", 1000, "sub", "ann"));
    for (int i = 0; i < namesAndValues.length; i += 2) {
      claims.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return claims;
  }

  private static Token good(Claims by, Object... namesAndValues) {
    return Objects.requireNonNull(by.read(claims(namesAndValues)));
  }

  @Test
  void token_namesItsCaller_andEndsALeewayAfterItsTime() {
    assertThat(CLAIMS.read(claims()))
        .isEqualTo(new Token(new Caller("ann", null, false, true, false), Set.of(), 1030));
  }

  @Test
  void tokenWithoutAnEnd_orAName_isNone() {
    Map<String, @Nullable Object> endless = claims();
    endless.remove("exp");
    assertThat(CLAIMS.read(endless)).isNull();
    assertThat(CLAIMS.read(claims("exp", "soon"))).isNull();
    for (Object name : List.of(7, "", "a b", "a\r\nx: y", "\"", "é", "x".repeat(129))) {
      assertThat(CLAIMS.read(claims("sub", name))).as("%s", name).isNull();
    }
  }

  @Test
  void tier_isTheClaims_ifItIsOne() {
    assertThat(good(CLAIMS, "tier", "p0").caller().tier()).isEqualTo(Tier.P0);
    assertThat(good(CLAIMS, "tier", "P2").caller().tier()).isEqualTo(Tier.P2);
    for (Object none : List.of("p3", "", 0, List.of("p0"))) {
      assertThat(good(CLAIMS, "tier", none).caller().tier()).as("%s", none).isNull();
    }
    var withoutTiers = new Claims(options(null, List.of()));
    assertThat(good(withoutTiers, "tier", "p0").caller().tier()).isNull();
  }

  @Test
  void scopes_areWordsOrAList() {
    Token words = good(CLAIMS, "scope", " loans:write  titles:read ");
    assertThat(words.covers(List.of("titles:read", "loans:write"))).isTrue();
    assertThat(words.covers(List.of("loans"))).isFalse();
    assertThat(good(CLAIMS, "scp", List.of("a", "b")).covers(List.of("b"))).isTrue();
    assertThat(good(CLAIMS, "scope", 7).covers(List.of())).isTrue();
    assertThat(good(CLAIMS, "scope", "a a").scopes()).containsExactly("a");
  }
}
