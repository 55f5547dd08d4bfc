package io.sluice.idempotency;

import io.sluice.exchange.StoredAnswer;
import org.jspecify.annotations.Nullable;

/**
 * A request that has been done.
 *
 * @param head its method and target
 * @param body what tells its body from others
 * @param answer null if it was too large to keep
 */
public record Remembered(String head, BodyHash body, @Nullable StoredAnswer answer)
    implements IdempotencyKeys.Entry {
  /** Whether a request with the same key and head is the same. */
  public boolean isOf(BodyHash other) {
    return body.equals(other);
  }
}
