package io.sluice.fallback;

/**
 * Whether a stored answer may be given for a request whose backend did not answer, and if not, why
 * (RFC 9111 §4.2.4, RFC 5861 §4).
 */
enum Serving {
  FRESH,
  STALE,
  /** Older than the configuration allows, whatever the answer itself says. */
  TOO_OLD,
  /** Stale for longer than {@code stale-if-error} and {@code stale-while-revalidate} allow. */
  WINDOW_OVER,
  /** Stale, and its backend has said that it must be asked first. */
  MUST_REVALIDATE,
  /** The client wants no stored answer, or none as stale. */
  CLIENT_REFUSES,
  /** The request holds only for a state of the resource that only its backend knows. */
  PRECONDITION;

  /**
   * What may be done with a stored answer.
   *
   * @param maxAgeSeconds the configured bound of its age
   */
  static Serving of(CachedResponse stored, Fields request, long maxAgeSeconds, long nowNanos) {
    CacheControl asked = CacheControl.of(request);
    if (asked.has("no-cache") || asked.has("no-store")) {
      return CLIENT_REFUSES;
    }
    // A cache may not judge these (RFC 9111 §4.3.2).
    if (request.has("if-match") || request.has("if-unmodified-since")) {
      return PRECONDITION;
    }
    if (stored.ageSeconds(nowNanos) > maxAgeSeconds) {
      return TOO_OLD;
    }
    CacheControl said = stored.cacheControl();
    if (said.has("no-cache")) {
      return MUST_REVALIDATE; // fresh or not (§5.2.2.4)
    }
    long staleSeconds = stored.staleSeconds(nowNanos);
    return staleSeconds < 0 ? FRESH : stale(said, asked, staleSeconds);
  }

  private static Serving stale(CacheControl said, CacheControl asked, long staleSeconds) {
    if (forbidsStale(said)) {
      return MUST_REVALIDATE;
    }
    long window = window(said);
    if (window != CacheControl.ABSENT && staleSeconds > window) {
      return WINDOW_OVER;
    }
    long wanted = asked.seconds("stale-if-error");
    return wanted != CacheControl.ABSENT && staleSeconds > wanted ? CLIENT_REFUSES : STALE;
  }

  /**
   * Whether it must never be given stale. To {@code s-maxage} the same applies (§5.2.2.10), unless
   * the backend has said itself how long its answers may be given when it fails.
   */
  static boolean forbidsStale(CacheControl said) {
    return said.has("no-cache")
        || said.has("must-revalidate")
        || said.has("proxy-revalidate")
        || (said.has("s-maxage") && window(said) == CacheControl.ABSENT);
  }

  // Either of the two allows it; where neither is given, the configured age does (§4.2.4).
  private static long window(CacheControl said) {
    return Math.max(said.seconds("stale-if-error"), said.seconds("stale-while-revalidate"));
  }

  boolean isAllowed() {
    return this == FRESH || this == STALE;
  }
}
