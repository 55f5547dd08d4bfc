package io.sluice.idempotency;

/** What is known of a key when a request comes with it. */
public sealed interface Found {
  /** Nothing: the request is the first, and goes on. */
  record Mine(Claim claim) implements Found {}

  /** Another request with it is under way. */
  record Running() implements Found {}

  /** It was used with another method or target. */
  record Mismatch() implements Found {}

  /** It has been done, if the body turns out to be the same. */
  record Done(Remembered remembered) implements Found {}
}
