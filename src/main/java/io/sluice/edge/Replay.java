package io.sluice.edge;

import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;

/**
 * What has come of a request's body, kept for another attempt as long as it is no more than a
 * bound; beyond that all of it is let go. One loop.
 */
final class Replay {
  private final long maxBytes;
  private final List<Buffer> kept = new ArrayList<>(0);
  private long bytes;
  private boolean lost;

  /**
   * Of a body of which nothing has come.
   *
   * @param maxBytes 0 to keep nothing
   */
  Replay(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  void keep(Buffer chunk) {
    bytes += chunk.length();
    if (bytes > maxBytes) {
      lost = true;
      kept.clear();
    } else {
      kept.add(chunk);
    }
  }

  /** Whether all that has come is here. */
  boolean isIntact() {
    return !lost;
  }

  /** All that has come. */
  List<Buffer> kept() {
    return kept;
  }

  long bytes() {
    return bytes;
  }
}
