package io.sluice.fallback;

import io.sluice.exchange.Reason;

/**
 * A request that its backend has not answered, or not well.
 *
 * @param method of the request
 * @param resource the host and target that it is about
 * @param request its header
 * @param reason why it was refused or failed
 * @param status what it would be told
 */
public record FallbackFacts(
    String method, String resource, Fields request, Reason reason, int status) {
  /** Whether it only looks. */
  boolean isRead() {
    return method.equals("GET") || method.equals("HEAD");
  }
}
