package io.sluice.trust;

import io.sluice.exchange.Caller;
import io.sluice.exchange.Tier;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** From the claims of a token whose signature is good to what they mean here. Immutable. */
public final class Claims {
  private static final int LONGEST_NAME = 128;

  private final JwtOptions options;

  public Claims(JwtOptions options) {
    this.options = options;
  }

  /**
   * What the claims mean; null if they make no token that could be used: it has no end, or names no
   * caller. Signature, issuer, audience and times have been looked at before.
   *
   * @param claims numbers, strings, and collections of strings, by name
   */
  public @Nullable Token read(Map<String, @Nullable Object> claims) {
    if (!(claims.get("exp") instanceof Number end)
        || !(claims.get(options.nameClaim()) instanceof String name)
        || !isSane(name)) {
      return null;
    }
    Caller caller = Caller.known(name, tier(claims), options.trust());
    return new Token(caller, scopes(claims), end.longValue() + options.leeway().toSeconds());
  }

  private @Nullable Tier tier(Map<String, @Nullable Object> claims) {
    String claim = options.tierClaim();
    if (claim != null && claims.get(claim) instanceof String said) {
      for (Tier each : Tier.values()) {
        if (each.code().equals(said.toLowerCase(Locale.ROOT))) {
          return each;
        }
      }
    }
    return null;
  }

  // RFC 8693 has one string with spaces; many issuers write a list, some under another name.
  private static Set<String> scopes(Map<String, @Nullable Object> claims) {
    var scopes = new HashSet<String>();
    for (String name : new String[] {"scope", "scp"}) {
      switch (claims.get(name)) {
        case String written -> scopes.addAll(List.of(written.trim().split("\\s+")));
        case Collection<?> listed -> listed.forEach(each -> scopes.add(String.valueOf(each)));
        case null, default -> {}
      }
    }
    return scopes;
  }

  /** A name goes into headers and logs. */
  private static boolean isSane(String name) {
    return !name.isEmpty()
        && name.length() <= LONGEST_NAME
        && name.chars().allMatch(c -> c > ' ' && c < 127 && c != '"' && c != '\\');
  }
}
