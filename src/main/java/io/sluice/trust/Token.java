package io.sluice.trust;

import io.sluice.exchange.Caller;
import java.util.Collection;
import java.util.Set;

/**
 * What a token that has been verified says. Immutable.
 *
 * @param caller who shows it
 * @param scopes what it may be used for
 * @param expiresAtSeconds the end of its life, in seconds of the epoch, with the leeway
 */
public record Token(Caller caller, Set<String> scopes, long expiresAtSeconds) {
  public Token {
    scopes = Set.copyOf(scopes);
  }

  /** Whether it may be used for all of these. */
  public boolean covers(Collection<String> wanted) {
    return scopes.containsAll(wanted);
  }
}
