package io.sluice.surge;

import io.sluice.exchange.Idempotence;
import io.sluice.exchange.Tier;
import org.jspecify.annotations.Nullable;

/**
 * One kind of request in a mix.
 *
 * @param name for people, for example {@code loans}
 * @param tier the row of the report it is counted in; it is not sent, routes decide it
 * @param share its part of all arrivals, relative to the shares of the others; &gt; 0
 * @param method the HTTP method
 * @param path a {@link Template}, beginning with a slash
 * @param body a {@link Template} of a JSON body; null for none
 * @param idempotencyKey whether every request carries a fresh key
 */
public record Stream(
    String name,
    Tier tier,
    double share,
    String method,
    String path,
    @Nullable String body,
    boolean idempotencyKey) {
  /** The body of a loan. */
  public static final String LOAN = "{\"isbn\":\"{isbn}\",\"memberId\":\"{member}\"}";

  public Stream {
    if (!(share > 0 && share <= 1_000_000)) {
      throw new IllegalArgumentException(name + ": share " + share + " (expected: above 0)");
    }
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException(name + ": path " + path + " (expected: /…)");
    }
  }

  /** Whether an attempt may be repeated after it was possibly carried out. */
  Idempotence idempotence() {
    return idempotencyKey ? Idempotence.IDEMPOTENT : Idempotence.ofMethod(method);
  }

  /** The same requests in another proportion. */
  public Stream withShare(double other) {
    return new Stream(name, tier, other, method, path, body, idempotencyKey);
  }
}
