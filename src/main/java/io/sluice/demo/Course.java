package io.sluice.demo;

import io.sluice.demo.Sightings.Part;
import java.util.List;

/**
 * All that happened: which phase was when, and what its clients saw.
 *
 * @param moments the begin of each phase in order, and the end of the last one
 * @param seen by the clients
 * @param ejectedNanos when the gateway had left the dead endpoint out; {@link #NEVER} if it did not
 */
record Course(List<Moment> moments, Sightings seen, long ejectedNanos) {
  static final long NEVER = Long.MIN_VALUE;

  /** What was due during a phase. */
  Part of(Phase phase) {
    return seen.between(begin(phase), end(phase));
  }

  /** What was due during a phase from some instant on. */
  Part of(Phase phase, long fromNanos) {
    return seen.between(fromNanos, end(phase));
  }

  /** What the gateway counted during a phase. */
  Counts counts(Phase phase) {
    int index = index(phase);
    return moments.get(index + 1).counts().since(moments.get(index).counts());
  }

  long begin(Phase phase) {
    return moments.get(index(phase)).atNanos();
  }

  long end(Phase phase) {
    return moments.get(index(phase) + 1).atNanos();
  }

  double seconds(Phase phase) {
    return (end(phase) - begin(phase)) / 1e9;
  }

  private int index(Phase phase) {
    for (int i = 0; i < moments.size(); i++) {
      if (moments.get(i).phase() == phase) {
        return i;
      }
    }
    throw new IllegalArgumentException(phase + " has not been");
  }
}
