package io.sluice.admin;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import org.jspecify.annotations.Nullable;

/** The secret an operator presents (RFC 6750), compared in a time that tells nothing about it. */
final class BearerToken {
  private static final String SCHEME = "Bearer ";

  private final byte[] expected;

  /**
   * @param token empty to let everyone in
   */
  BearerToken(String token) {
    expected = token.getBytes(StandardCharsets.UTF_8);
  }

  /** Whether the value of an Authorization header carries the token. */
  boolean accepts(@Nullable String authorization) {
    if (expected.length == 0) {
      return true;
    }
    if (authorization == null
        || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return false;
    }
    String presented = authorization.substring(SCHEME.length());
    return MessageDigest.isEqual(expected, presented.getBytes(StandardCharsets.UTF_8));
  }
}
