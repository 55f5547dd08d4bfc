package io.sluice.edge;

/**
 * What a request body may take.
 *
 * @param maxBytes a longer one is refused
 * @param timeoutNanos one that makes too little progress for this long is given up
 */
record BodyLimits(long maxBytes, long timeoutNanos) {
  static BodyLimits of(ServerOptions server) {
    return new BodyLimits(server.maxBody().count(), server.bodyTimeout().toNanos());
  }

  /** Likewise for as many messages as come. */
  BodyLimits withoutSize() {
    return new BodyLimits(Long.MAX_VALUE, timeoutNanos);
  }
}
