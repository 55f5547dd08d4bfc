package io.sluice.edge;

import io.sluice.fallback.FallbackChain;
import io.sluice.fallback.ResponseCache;
import io.sluice.idempotency.IdempotencyKeys;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a route remembers, shared by all loops: answers to give when its backend does not, and what
 * has been done under which key.
 *
 * @param chain what is answered when the backend does not; null for nothing
 * @param cache its last good answers; null where none are kept
 * @param maxEntryBytes larger answers are not kept there
 * @param changes the caches of all routes that a write of this one may make untrue
 * @param keys its idempotency keys; null where they are not remembered
 * @param maxAnswerBytes of larger answers only that there was one is remembered with the key
 */
public record RouteMemory(
    @Nullable FallbackChain chain,
    @Nullable ResponseCache cache,
    long maxEntryBytes,
    List<ResponseCache> changes,
    @Nullable IdempotencyKeys keys,
    long maxAnswerBytes) {
  /** Of a route that remembers nothing. */
  public static final RouteMemory NONE = new RouteMemory(null, null, 0, List.of(), null, 0);

  public RouteMemory {
    changes = List.copyOf(changes);
  }
}
