package io.sluice.client;

import io.sluice.exchange.Idempotence;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What is asked for, whatever number of attempts it takes.
 *
 * @param method the HTTP method
 * @param url absolute, http or https
 * @param headers sent with every attempt; copied
 * @param body sent with every attempt; null for none
 * @param idempotencyKey the same for every attempt, and never used for another request; null for
 *     none. With one the request counts as idempotent, so it has to be one the service honours
 * @param timeout for everything: all attempts, and the pauses between them
 */
public record CooperativeRequest(
    HttpMethod method,
    String url,
    MultiMap headers,
    @Nullable Buffer body,
    @Nullable String idempotencyKey,
    Duration timeout) {
  private static final Duration USUAL_TIMEOUT = Duration.ofSeconds(3);

  public CooperativeRequest {
    URI target = URI.create(url);
    String scheme = String.valueOf(target.getScheme()).toLowerCase(Locale.ROOT);
    if (target.getHost() == null || !(scheme.equals("http") || scheme.equals("https"))) {
      throw new IllegalArgumentException("url: " + url + " (expected: http://host:port/path)");
    }
    if (timeout.compareTo(Duration.ofMillis(1)) < 0 || timeout.compareTo(Duration.ofHours(1)) > 0) {
      throw new IllegalArgumentException("timeout: " + timeout + " (expected: 1 ms..1 h)");
    }
    headers = MultiMap.caseInsensitiveMultiMap().addAll(headers);
  }

  /** A request of that method without headers and body, with 3 s. */
  public static CooperativeRequest of(HttpMethod method, String url) {
    var none = MultiMap.caseInsensitiveMultiMap();
    return new CooperativeRequest(method, url, none, null, null, USUAL_TIMEOUT);
  }

  public static CooperativeRequest get(String url) {
    return of(HttpMethod.GET, url);
  }

  public static CooperativeRequest post(String url, Buffer body) {
    return of(HttpMethod.POST, url).withBody(body);
  }

  public CooperativeRequest withHeader(String name, String value) {
    MultiMap more = MultiMap.caseInsensitiveMultiMap().addAll(headers).set(name, value);
    return new CooperativeRequest(method, url, more, body, idempotencyKey, timeout);
  }

  public CooperativeRequest withBody(Buffer other) {
    return new CooperativeRequest(method, url, headers, other, idempotencyKey, timeout);
  }

  public CooperativeRequest withIdempotencyKey(String key) {
    return new CooperativeRequest(method, url, headers, body, key, timeout);
  }

  public CooperativeRequest withTimeout(Duration other) {
    return new CooperativeRequest(method, url, headers, body, idempotencyKey, other);
  }

  Idempotence idempotence() {
    return idempotencyKey == null ? Idempotence.ofMethod(method.name()) : Idempotence.IDEMPOTENT;
  }
}
