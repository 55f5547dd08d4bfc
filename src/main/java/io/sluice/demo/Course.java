package io.sluice.demo;

import io.sluice.demo.Sightings.Part;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All that happened: which phase was when, and what its clients saw.
 *
 * @param moments the begin of each phase in order, and the end of the last one
 * @param settled when a phase was to have settled: a recovery, two cooldowns after the fault; the
 *     death of an endpoint, as soon as it was left out, and never if it was not
 * @param seen by the clients
 */
record Course(List<Moment> moments, Map<Phase, Moment> settled, Sightings seen) {
  /** What is due so shortly before a fault may still be under way when it begins. */
  private static final long BORDER_NANOS = 500_000_000;

  /** What was due during a phase. */
  Part of(Phase phase) {
    return seen.between(begin(phase), end(phase));
  }

  /** What was due during a phase, and over before the next one could have to do with it. */
  Part inner(Phase phase) {
    return seen.between(begin(phase), end(phase) - BORDER_NANOS);
  }

  /** Of that, what was due after the phase had settled. */
  Part after(Moment settled) {
    return seen.between(settled.atNanos(), end(settled.phase()) - BORDER_NANOS);
  }

  /** What the gateway counted after a phase had settled. */
  Counts countsAfter(Moment settled) {
    return moments.get(index(settled.phase()) + 1).counts().since(settled.counts());
  }

  /** What the gateway counted during a phase. */
  Counts counts(Phase phase) {
    int index = index(phase);
    return moments.get(index + 1).counts().since(moments.get(index).counts());
  }

  long begin(Phase phase) {
    return moments.get(index(phase)).atNanos();
  }

  long end(@Nullable Phase phase) {
    return moments.get(index(phase) + 1).atNanos();
  }

  double seconds(Phase phase) {
    return (end(phase) - begin(phase)) / 1e9;
  }

  private int index(@Nullable Phase phase) {
    for (int i = 0; i < moments.size(); i++) {
      if (moments.get(i).phase() == phase) {
        return i;
      }
    }
    throw new IllegalArgumentException(phase + " has not been");
  }
}
