package io.sluice.idempotency;

import io.sluice.exchange.StoredAnswer;
import org.jspecify.annotations.Nullable;

/**
 * The right to do what one key stands for, held by one request. Ends once: {@link #done} or {@link
 * #release}; what comes after that, or after it has expired, changes nothing. Any thread.
 */
public final class Claim {
  private final IdempotencyKeys keys;
  private final IdempotencyKeys.Key key;
  private final IdempotencyKeys.Running running;

  Claim(IdempotencyKeys keys, IdempotencyKeys.Key key, IdempotencyKeys.Running running) {
    this.keys = keys;
    this.key = key;
    this.running = running;
  }

  /**
   * It has been done.
   *
   * @param body what tells its body from others
   * @param answer null if it is not kept
   */
  public void done(BodyHash body, @Nullable StoredAnswer answer) {
    keys.done(key, running, new Remembered(running.head(), body, answer));
  }

  /** It was not done, or nobody knows: whoever comes next with the key may do it. */
  public void release() {
    keys.release(key, running);
  }
}
