package io.sluice.time;

/**
 * The absolute monotonic instant by which a request must be answered. It can be tightened, never
 * extended.
 *
 * @param atNanos the instant on the {@link NanoClock} that made it
 */
public record Deadline(long atNanos) {
  /**
   * The longest budget, some 73 years. Two instants compare by subtraction only while they lie less
   * than 2⁶³ ns apart; twice this keeps well within it.
   */
  private static final long ENDLESS_NANOS = Long.MAX_VALUE / 4;

  /**
   * The deadline {@code budgetNanos} from now; a budget of zero or less is already past, one that
   * outlasts the clock's arithmetic is cut to what it can hold.
   */
  public static Deadline after(long budgetNanos, long nowNanos) {
    return new Deadline(nowNanos + Math.clamp(budgetNanos, -ENDLESS_NANOS, ENDLESS_NANOS));
  }

  /** Nanoseconds left; zero or negative once past. */
  public long remainingNanos(long nowNanos) {
    return atNanos - nowNanos;
  }

  public boolean isPast(long nowNanos) {
    return remainingNanos(nowNanos) <= 0;
  }

  /** The earlier of the two. */
  public Deadline earlier(Deadline other) {
    return atNanos - other.atNanos <= 0 ? this : other;
  }

  /**
   * This deadline moved {@code marginNanos} towards the present; a negative margin moves nothing.
   */
  public Deadline lessMargin(long marginNanos) {
    return new Deadline(atNanos - Math.clamp(marginNanos, 0, ENDLESS_NANOS));
  }
}
