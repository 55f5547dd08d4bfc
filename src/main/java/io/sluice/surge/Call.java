package io.sluice.surge;

import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * One request as its user sees it: all its attempts ask for the same and carry the same names.
 *
 * @param stream what kind it is
 * @param id the same for all attempts
 * @param uri path and query
 * @param body null for none
 * @param intendedNanos when it was due
 * @param patienceEndNanos when the user leaves, whatever happens
 * @param measured whether it was due inside the window
 */
record Call(
    CompiledStream stream,
    String id,
    String uri,
    @Nullable Buffer body,
    long intendedNanos,
    long patienceEndNanos,
    boolean measured) {

  /** A write's key is its request's name: fresh for every request, kept by its retries. */
  @Nullable String idempotencyKey() {
    return stream.stream().idempotencyKey() ? id : null;
  }
}
