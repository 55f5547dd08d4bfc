package io.sluice.simulate;

import io.sluice.breaker.BreakerOptions;
import io.sluice.breaker.BreakerState;
import io.sluice.breaker.Transition;
import java.util.List;
import java.util.function.Predicate;

/** What a breaker did between two instants. */
final class BreakerRecord {
  private final long cooldownNanos;
  private final List<Transition> moves;
  private final List<Long> probes;
  private final long fromNanos;
  private final long untilNanos;

  /**
   * @param moves in the order of their times
   * @param probes when they began, likewise
   */
  BreakerRecord(
      BreakerOptions options,
      List<Transition> moves,
      List<Long> probes,
      long fromNanos,
      long untilNanos) {
    this.cooldownNanos = options.cooldown().toNanos();
    this.moves = moves;
    this.fromNanos = fromNanos;
    this.untilNanos = untilNanos;
    this.probes = probes.stream().filter(this::isWithin).toList();
  }

  private boolean isWithin(long atNanos) {
    return atNanos - fromNanos >= 0 && untilNanos - atNanos > 0;
  }

  /** How often it left the backend alone that it had let everybody call. */
  long opened() {
    return count(move -> move.from() == BreakerState.CLOSED && move.to() == BreakerState.OPEN);
  }

  /** How often a probe did not let it close. */
  long reopened() {
    return count(move -> move.from() == BreakerState.HALF_OPEN && move.to() == BreakerState.OPEN);
  }

  long closed() {
    return count(move -> move.to() == BreakerState.CLOSED);
  }

  private long count(Predicate<Transition> which) {
    return moves.stream().filter(move -> isWithin(move.atNanos())).filter(which).count();
  }

  int probes() {
    return probes.size();
  }

  /** The most probes that began within any cooldown. */
  int probesPerCooldown() {
    int most = 0;
    int first = 0;
    for (int last = 0; last < probes.size(); last++) {
      while (probes.get(last) - probes.get(first) >= cooldownNanos) {
        first++;
      }
      most = Math.max(most, last - first + 1);
    }
    return most;
  }

  /** Share of the time in which it was not closed. */
  double openShare() {
    long openNanos = 0;
    long sinceNanos = fromNanos;
    boolean open = false;
    for (Transition move : moves) {
      long atNanos = clamped(move.atNanos());
      openNanos += open ? atNanos - sinceNanos : 0;
      sinceNanos = atNanos;
      open = move.to() != BreakerState.CLOSED;
    }
    openNanos += open ? untilNanos - sinceNanos : 0;
    return untilNanos == fromNanos ? 0 : (double) openNanos / (untilNanos - fromNanos);
  }

  private long clamped(long atNanos) {
    return atNanos - fromNanos < 0 ? fromNanos : untilNanos - atNanos < 0 ? untilNanos : atNanos;
  }

  /** How long it took to close, from an instant on; up to the end if it did not. */
  long closedAfterNanos(long nanos) {
    boolean open = false;
    for (Transition move : moves) {
      boolean before = move.atNanos() - nanos <= 0;
      if (!before && !open) {
        return 0;
      }
      open = move.to() != BreakerState.CLOSED;
      if (!before && !open) {
        return move.atNanos() - nanos;
      }
    }
    return open ? Math.max(0, untilNanos - nanos) : 0;
  }
}
