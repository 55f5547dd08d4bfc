package io.sluice.time;

/**
 * The absolute monotonic instant by which a request must be answered. It can be tightened, never
 * extended.
 *
 * @param atNanos the instant on the {@link NanoClock} that made it
 */
public record Deadline(long atNanos) {
  /** The deadline {@code budgetNanos} from now; a budget of zero or less is already past. */
  public static Deadline after(long budgetNanos, long nowNanos) {
    return new Deadline(nowNanos + budgetNanos);
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

  /** This deadline moved {@code marginNanos} (≥ 0) towards the present. */
  public Deadline lessMargin(long marginNanos) {
    return new Deadline(atNanos - Math.max(0, marginNanos));
  }
}
