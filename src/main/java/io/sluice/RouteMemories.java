package io.sluice;

import io.sluice.classify.RouteOptions;
import io.sluice.edge.RouteMemory;
import io.sluice.exchange.FallbackKind;
import io.sluice.exchange.Idempotence;
import io.sluice.fallback.FallbackChain;
import io.sluice.fallback.FallbackOptions;
import io.sluice.fallback.PreparedFiles;
import io.sluice.fallback.ResponseCache;
import io.sluice.idempotency.IdempotencyKeys;
import io.sluice.idempotency.IdempotencyOptions;
import io.sluice.time.NanoClock;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What each route of a gateway remembers, put together from its options. */
final class RouteMemories {
  /** Within which a call is over that was cancelled at its deadline; its claim is lost after it. */
  private static final Duration AFTER_TIMEOUT = Duration.ofMinutes(1);

  private final NanoClock clock;
  private final Map<String, ResponseCache> caches = new HashMap<>();

  RouteMemories(List<RouteOptions> routes, NanoClock clock) {
    this.clock = clock;
    for (RouteOptions route : routes) {
      FallbackOptions fallback = route.fallback();
      if (fallback != null && fallback.has(FallbackKind.CACHED)) {
        caches.put(route.name(), new ResponseCache(fallback.cached(), clock));
      }
    }
  }

  /** That of one route. */
  RouteMemory of(RouteOptions route) throws StartFailure {
    FallbackOptions fallback = route.fallback();
    IdempotencyOptions keys = route.idempotency();
    ResponseCache cache = caches.get(route.name());
    return new RouteMemory(
        fallback == null ? null : chain(route.name(), fallback, cache),
        cache,
        fallback == null ? 0 : fallback.cached().maxEntry().count(),
        cache != null || mayWrite(route) ? List.copyOf(caches.values()) : List.of(),
        keys == null ? null : keys(route, keys),
        keys == null ? 0 : keys.maxAnswer().count());
  }

  private static FallbackChain chain(
      String route, FallbackOptions options, @Nullable ResponseCache cache) throws StartFailure {
    try {
      PreparedFiles files =
          options.has(FallbackKind.STATIC)
              ? PreparedFiles.read(options.prepared())
              : PreparedFiles.NONE;
      return new FallbackChain(options, cache, files);
    } catch (IOException e) {
      throw new StartFailure("the fallback of " + route + " cannot be read: " + e.getMessage(), e);
    }
  }

  private IdempotencyKeys keys(RouteOptions route, IdempotencyOptions options) {
    return new IdempotencyKeys(options, route.timeout().plus(AFTER_TIMEOUT).toNanos(), clock);
  }

  private static boolean mayWrite(RouteOptions route) {
    return route.methods().isEmpty()
        || route.methods().stream().anyMatch(m -> Idempotence.ofMethod(m) != Idempotence.SAFE);
  }
}
