package io.sluice.admit;

import org.jspecify.annotations.Nullable;

/**
 * The fast loop of one lane: in which order its P1 waiters are served. First come, first served
 * under overload serves only those who have waited longest, with answers that come when their
 * clients are about to leave; newest first serves some at once, and those it does not serve expire
 * as they would have anyway. Not thread-safe; the lane's lock guards it.
 */
final class AdaptiveLifo {
  private final @Nullable CoDel codel;
  private final boolean enforced;
  private boolean overloaded;
  private long overloads;

  AdaptiveLifo(CoDelOptions options) {
    codel =
        options.mode() == PolicyMode.OFF
            ? null
            : new CoDel(options.target().toNanos(), options.interval().toNanos());
    enforced = options.mode() == PolicyMode.ENFORCE;
  }

  /**
   * A waiter leaves, and others stay.
   *
   * <p>In order of arrival the sojourn is the age of the longest-waiting, which is who leaves next.
   * Newest first, no age tells: the newest have hardly waited, and the oldest is no older than the
   * places are many before it is evicted. So there it is the time that all who wait would take, at
   * the rate at which they are granted.
   *
   * @param oldest the longest-waiting, perhaps the same
   * @param drainNanos that time; 0 if it is not known
   */
  void left(Ticket oldest, long drainNanos, long nowNanos) {
    if (codel != null) {
      long ageNanos = nowNanos - oldest.queuedAtNanos();
      long sojournNanos = newestFirst() && drainNanos > 0 ? drainNanos : ageNanos;
      codel.left(sojournNanos, oldest.ask().expectedServiceNanos(), nowNanos);
    }
  }

  /** The last one has left. */
  void emptied() {
    if (codel != null) {
      codel.emptied();
      overloaded = false;
    }
  }

  /** Looks whether the order has to turn; before a decision, so that each sees one order only. */
  void look(long nowNanos) {
    if (codel == null) {
      return;
    }
    boolean now = codel.isOverloaded(nowNanos);
    if (now && !overloaded) {
      overloads++;
    }
    overloaded = now;
  }

  /** Whether P1 is served newest first. */
  boolean newestFirst() {
    return overloaded && enforced;
  }

  /** Whether CoDel reports overload, enforced or not. */
  boolean isOverloaded() {
    return overloaded;
  }

  /** How often overload has begun. */
  long overloads() {
    return overloads;
  }
}
