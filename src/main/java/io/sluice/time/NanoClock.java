package io.sluice.time;

/**
 * A monotonic clock in nanoseconds with an arbitrary, possibly negative origin.
 *
 * <p>Only differences mean anything: compare with {@code a - b >= 0}, never {@code a >= b}. The
 * only class of the product that reads the machine's clock; everything else is handed the time.
 */
@FunctionalInterface
public interface NanoClock {
  /** The machine's monotonic clock. */
  NanoClock SYSTEM = System::nanoTime;

  /** The current instant. Safe from any thread. */
  long nanoTime();
}
