package io.sluice.time;

import java.time.Instant;

/** The time of day, for what people and other machines read. Never used to measure anything. */
@FunctionalInterface
public interface WallClock {
  /** The machine's time of day. */
  WallClock SYSTEM = Instant::now;

  Instant now();
}
