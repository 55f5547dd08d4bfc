package io.sluice.fallback;

import io.sluice.exchange.FallbackKind;
import io.sluice.exchange.Reason;
import io.sluice.exchange.StoredAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a route tries in turn when its backend has not answered. Decides, and sends nothing. Any
 * thread.
 */
public final class FallbackChain {
  /** What a 304 may repeat of the answer it stands for (RFC 9110 §15.4.5). */
  private static final Set<String> OF_NOT_MODIFIED =
      Set.of(
          "cache-control",
          "content-location",
          "date",
          "etag",
          "expires",
          "last-modified",
          "vary",
          "via");

  private static final int NOT_MODIFIED = 304;

  private final List<FallbackKind> kinds;
  private final Set<String> on;
  private final @Nullable ResponseCache cache;
  private final PreparedFiles prepared;

  /**
   * The chain of a route.
   *
   * @param cache the route's last good answers; null if none are kept
   */
  public FallbackChain(
      FallbackOptions options, @Nullable ResponseCache cache, PreparedFiles prepared) {
    this.kinds = options.kinds();
    this.on = Set.copyOf(options.on());
    this.cache = cache;
    this.prepared = prepared;
  }

  /**
   * Whether this end calls for a fallback. Never where the request itself was wrong, nor where its
   * outcome is unknown: who might have done something must be told so.
   */
  public boolean isFor(Reason reason) {
    return switch (reason.family()) {
      case SHED -> on.contains("shed");
      case TIME, UPSTREAM, GATEWAY -> reason != Reason.OUTCOME_UNKNOWN && on.contains("failed");
      case CLIENT -> false;
    };
  }

  /** Whether an answer of the backend's own with this status calls for a fallback. */
  public boolean isFor(int status) {
    return status >= 500 && on.contains(Integer.toString(status));
  }

  /** The first of its kinds that has something for a request; null if none has. */
  public @Nullable Fallback answer(FallbackFacts facts, long nowNanos) {
    CachedResponse stored =
        cache == null || !facts.isRead() ? null : cache.find(facts.resource(), facts.request());
    CachedResponse usable = isServable(stored, facts, nowNanos) ? stored : null;
    boolean advised = false;
    for (FallbackKind kind : kinds) {
      Fallback.Given given =
          switch (kind) {
            case CLIENT_CACHE -> notModified(usable, facts, nowNanos);
            case CACHED -> cached(usable, nowNanos);
            case STATIC -> prepared(facts);
            case ACCEPT -> null;
          };
      if (given != null) {
        return given;
      }
      advised |= kind == FallbackKind.CLIENT_CACHE && hasOwnCopy(stored, facts);
    }
    return advised ? ADVICE : null;
  }

  private boolean isServable(@Nullable CachedResponse stored, FallbackFacts facts, long nowNanos) {
    return stored != null
        && cache != null
        && Serving.of(stored, facts.request(), cache.maxAgeSeconds(), nowNanos).isAllowed();
  }

  private static Fallback.@Nullable Given notModified(
      @Nullable CachedResponse usable, FallbackFacts facts, long nowNanos) {
    if (usable == null || !Validators.match(facts.request(), usable)) {
      return null;
    }
    List<String> headers = headers(usable, FallbackKind.CLIENT_CACHE, nowNanos, OF_NOT_MODIFIED);
    return new Fallback.Given(
        FallbackKind.CLIENT_CACHE, new StoredAnswer(NOT_MODIFIED, headers, new byte[0]));
  }

  private static Fallback.@Nullable Given cached(@Nullable CachedResponse usable, long nowNanos) {
    if (usable == null) {
      return null;
    }
    StoredAnswer answer = usable.answer();
    List<String> headers = headers(usable, FallbackKind.CACHED, nowNanos, null);
    return new Fallback.Given(
        FallbackKind.CACHED, new StoredAnswer(answer.status(), headers, answer.body()));
  }

  /**
   * @param only names that go on; null for all
   */
  private static List<String> headers(
      CachedResponse stored, FallbackKind kind, long nowNanos, @Nullable Set<String> only) {
    List<String> from = stored.answer().headers();
    var headers = new ArrayList<String>(from.size() + 4);
    for (int i = 0; i < from.size(); i += 2) {
      String name = from.get(i).toLowerCase(Locale.ROOT);
      if (!name.equals("age") && (only == null || only.contains(name))) {
        headers.add(name);
        headers.add(from.get(i + 1));
      }
    }
    headers.addAll(List.of("age", Long.toString(stored.ageSeconds(nowNanos))));
    headers.addAll(List.of(Fallback.LABEL, kind.code()));
    return headers;
  }

  private Fallback.@Nullable Given prepared(FallbackFacts facts) {
    StoredAnswer found = prepared.of(facts.status());
    if (found == null) {
      return null;
    }
    var headers = new ArrayList<>(found.headers());
    headers.addAll(List.of(Fallback.LABEL, FallbackKind.STATIC.code()));
    return new Fallback.Given(
        FallbackKind.STATIC, new StoredAnswer(found.status(), headers, found.body()));
  }

  private static final Fallback.Advised ADVICE =
      new Fallback.Advised(
          List.of(
              Fallback.LABEL,
              FallbackKind.CLIENT_CACHE.code(),
              Fallback.USE_YOUR_COPY,
              "stale-if-error"));

  /** Whether the client may have a copy that it may use, as far as can be told from here. */
  private static boolean hasOwnCopy(@Nullable CachedResponse stored, FallbackFacts facts) {
    CacheControl asked = CacheControl.of(facts.request());
    if (!facts.isRead() || asked.has("no-cache") || asked.has("no-store")) {
      return false;
    }
    boolean asks = Validators.areIn(facts.request()) || asked.seconds("stale-if-error") > 0;
    return asks && (stored == null || !Serving.forbidsStale(stored.cacheControl()));
  }
}
