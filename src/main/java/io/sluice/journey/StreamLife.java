package io.sluice.journey;

import io.sluice.classify.RoutePlan;
import io.sluice.exchange.Outcome;
import io.sluice.exchange.Reason;
import org.jspecify.annotations.Nullable;

/**
 * One stream, from the slot it is promised to the slot it gives back. It ends when one of its ends
 * does, when nothing has moved on it for too long, when it has grown too old, or when it is told
 * to; the first thing it is told is why. Not thread-safe.
 */
final class StreamLife {
  /** How long an end in good manners may take before it is cut. */
  static final long GRACE_NANOS = 5_000_000_000L;

  private final StreamSlots slots;
  private final long idleNanos;
  private final long maxAgeNanos;
  private boolean holdsSlot = true;
  private int status;
  private long beganNanos;
  private long movedNanos;
  private @Nullable Reason told;
  private long cutNanos;

  private StreamLife(StreamSlots slots, RoutePlan plan) {
    this.slots = slots;
    this.idleNanos = plan.streamIdleNanos();
    this.maxAgeNanos = plan.streamMaxAgeNanos();
  }

  /** One with a slot of its own; null if all are taken. */
  static @Nullable StreamLife promised(StreamSlots slots, RoutePlan plan) {
    return slots.tryHold() ? new StreamLife(slots, plan) : null;
  }

  /**
   * It is open.
   *
   * @param headStatus of the response that began it
   */
  Action begin(int headStatus, long nowNanos) {
    status = headStatus;
    beganNanos = nowNanos;
    movedNanos = nowNanos;
    return new Action.Stream(headStatus, wakeNanos());
  }

  /** Something went through, either way. */
  void moved(long nowNanos) {
    movedNanos = nowNanos;
  }

  /** Tells it to end, unless it has been told. */
  Action end(Reason why, long nowNanos) {
    if (told != null) {
      return Action.NOTHING;
    }
    told = why;
    cutNanos = nowNanos + GRACE_NANOS;
    return new Action.EndStream(why, cutNanos);
  }

  /** Its timer has fired; an {@link Action.Abort} is its last. */
  Action timeUp(long nowNanos) {
    if (told != null) {
      return nowNanos - cutNanos >= 0 ? new Action.Abort(ended(told)) : new Action.Wait(cutNanos);
    }
    if (ages() && nowNanos - (beganNanos + maxAgeNanos) >= 0) {
      return end(Reason.STREAM_EXPIRED, nowNanos);
    }
    return nowNanos - (movedNanos + idleNanos) >= 0
        ? end(Reason.STREAM_IDLE, nowNanos)
        : new Action.Wait(wakeNanos());
  }

  private long wakeNanos() {
    long idleAtNanos = movedNanos + idleNanos;
    long expiresNanos = beganNanos + maxAgeNanos;
    return ages() && expiresNanos - idleAtNanos < 0 ? expiresNanos : idleAtNanos;
  }

  private boolean ages() {
    return maxAgeNanos != Long.MAX_VALUE;
  }

  /**
   * How it ended. Once it was told to end, whatever ends it is the consequence.
   *
   * @param reason null for the good order of one of its ends
   */
  Outcome ended(@Nullable Reason reason) {
    return new Outcome.Streamed(status, told == null ? reason : told);
  }

  /** Gives its slot back, if it has not. */
  void release() {
    if (holdsSlot) {
      holdsSlot = false;
      slots.release();
    }
  }
}
