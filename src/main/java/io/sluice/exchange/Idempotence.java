package io.sluice.exchange;

/** Whether sending a request twice can do harm (RFC 9110 §9.2). */
public enum Idempotence {
  /** Changes nothing: GET, HEAD, OPTIONS, TRACE. */
  SAFE,
  /** Doing it twice is doing it once: PUT, DELETE, or an idempotency key the route trusts. */
  IDEMPOTENT,
  /** Twice may mean two loans: POST, PATCH without a key. */
  UNSAFE;

  /** What the method alone promises; an unknown method promises nothing. */
  public static Idempotence ofMethod(String method) {
    return switch (method) {
      case "GET", "HEAD", "OPTIONS", "TRACE" -> SAFE;
      case "PUT", "DELETE" -> IDEMPOTENT;
      default -> UNSAFE;
    };
  }
}
