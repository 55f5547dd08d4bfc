package io.sluice.edge;

import io.sluice.balance.BalanceOptions;
import io.sluice.balance.Hashes;
import io.vertx.core.http.Cookie;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/**
 * What of a request decides about its endpoint, where requests that have it in common stay
 * together.
 */
sealed interface HashKey {
  /** Its text; null if the request has none. */
  @Nullable String of(HttpServerRequest request);

  /** A field of the head. */
  record Header(String name) implements HashKey {
    @Override
    public @Nullable String of(HttpServerRequest request) {
      return request.getHeader(name);
    }
  }

  /** A cookie. */
  record OfCookie(String name) implements HashKey {
    @Override
    public @Nullable String of(HttpServerRequest request) {
      Cookie cookie = request.getCookie(name);
      return cookie == null ? null : cookie.getValue();
    }
  }

  /** The path, without the query. */
  record Path() implements HashKey {
    @Override
    public @Nullable String of(HttpServerRequest request) {
      return request.path();
    }
  }

  /**
   * The hash of it.
   *
   * @param draw from [0, 1), in the place of a key that is not there
   */
  default long hash(HttpServerRequest request, double draw) {
    String text = of(request);
    return text == null ? (long) (draw * Long.MAX_VALUE) : Hashes.of(text);
  }

  /** As configured; null if nothing stays together. */
  static @Nullable HashKey of(BalanceOptions options) {
    String hash = options.hash();
    if (hash == null) {
      return null;
    }
    String name = hash.substring(hash.indexOf(':') + 1);
    if (hash.startsWith("header:")) {
      return new Header(name);
    }
    return hash.startsWith("cookie:") ? new OfCookie(name) : new Path();
  }
}
