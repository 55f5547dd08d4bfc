package io.sluice.edge;

import io.sluice.time.Randomness;
import org.jspecify.annotations.Nullable;

/**
 * Names requests: a prefix drawn once per event loop, and a counter. Unique enough to find one
 * request in the logs of a day; not a secret. One instance per event loop.
 */
final class RequestId {
  private static final int MAX_LENGTH = 128;

  private final String prefix;
  private long counter;

  RequestId(Randomness randomness) {
    prefix = Long.toHexString((long) (randomness.draw() * (1L << 48)) | 1L << 48) + "-";
  }

  /** The caller's own id if it may name its requests and the name is sane, else a new one. */
  String of(@Nullable String given, boolean trusted) {
    return trusted && given != null && isSane(given) ? given : prefix + Long.toHexString(++counter);
  }

  private static boolean isSane(String id) {
    return !id.isEmpty()
        && id.length() <= MAX_LENGTH
        && id.chars().allMatch(c -> c > ' ' && c < 127 && c != '"' && c != '\\');
  }
}
