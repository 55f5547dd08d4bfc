package io.sluice.trust;

import io.sluice.exchange.Caller;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The callers that show API keys. Immutable.
 *
 * <p>Keys are known by their SHA-256 only: they are long and random, so that a slow password hash
 * would protect nothing. However a key is wrong, finding that out takes the same time: all of them
 * are compared, each in constant time.
 */
public final class ApiKeys {
  private final List<Entry> entries = new ArrayList<>();

  @SuppressWarnings("ArrayRecordComponent") // never compared as a record
  private record Entry(byte[] digest, Caller caller) {}

  /**
   * Reads the configured callers.
   *
   * @param callers by name
   */
  public ApiKeys(Map<String, CallerOptions> callers) {
    callers.forEach(
        (name, options) -> {
          Caller caller = Caller.known(name, options.tier(), options.trust());
          for (String hex : options.apiKeySha256()) {
            entries.add(new Entry(HexFormat.of().parseHex(hex), caller));
          }
        });
  }

  /** Whose key it is; null if it is nobody's. */
  public @Nullable Caller callerWith(String key) {
    byte[] shown = sha256(key);
    Caller found = null;
    for (int i = 0; i < entries.size(); i++) {
      Entry entry = entries.get(i);
      if (MessageDigest.isEqual(entry.digest, shown)) {
        found = entry.caller;
      }
    }
    return found;
  }

  /** What the configuration knows of a key. */
  public static String hash(String key) {
    return HexFormat.of().formatHex(sha256(key));
  }

  static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
