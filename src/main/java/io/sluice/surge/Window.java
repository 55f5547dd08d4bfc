package io.sluice.surge;

/**
 * The measured time.
 *
 * @param startNanos first measured instant
 * @param lengthNanos how long it lasts
 */
record Window(long startNanos, long lengthNanos) {
  boolean contains(long atNanos) {
    long offset = atNanos - startNanos;
    return offset >= 0 && offset < lengthNanos;
  }
}
