package io.sluice.admit;

import io.sluice.admit.limit.Limit;
import io.sluice.admit.limit.Move;
import io.sluice.admit.limit.Sample;
import io.sluice.admit.limit.SampleWindow;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The slow loop of one lane: its window of samples, the limit that judges each, and what came of
 * it. Not thread-safe; the lane's lock guards it.
 */
final class LimitLoop {
  static final int MOVES_KEPT = 50;

  /**
   * Arrivals close windows too, so that one which lasted longer than this is mostly a time in which
   * nobody came: its means say nothing of the work in it.
   */
  private static final long IDLE_NANOS = 10_000_000_000L;

  /** Over how long the limit makes what is usual of it. */
  private static final double USUAL_NANOS = 30e9;

  /** Below this share of the usual it says that the backend is going under. */
  private static final double SHRUNK = 0.5;

  private final Limit limit;
  private final boolean enforced;
  private final SampleWindow window;
  private final Map<Move.Why, Long> verdicts = new EnumMap<>(Move.Why.class);
  private final Map<Move.Why, Long> counts = new EnumMap<>(Move.Why.class);
  private final Deque<LimitMove> moves = new ArrayDeque<>();
  private int floor;

  /** What the limit has been of late. */
  private double usual;

  private volatile boolean shrunk;

  LimitLoop(Limit limit, boolean enforced, long nowNanos) {
    this.limit = limit;
    this.enforced = enforced;
    this.window = new SampleWindow(nowNanos);
    this.floor = floor();
    this.usual = floor;
  }

  private int floor() {
    return Math.max(1, (int) limit.value());
  }

  /** This much weight is in flight from now on. */
  void inFlight(int weight, long nowNanos) {
    window.inFlight(weight, nowNanos);
  }

  /** A ceiling refused someone or makes them wait. */
  void saturated() {
    window.saturated();
  }

  /** A permit ended; {@link Lane#NOT_MEASURED} for one that says nothing of how long work takes. */
  void ended(Ending ending, int weight, long latencyNanos) {
    if (ending == Ending.DROPPED) {
      window.dropped();
    } else if (ending == Ending.SUCCESS && latencyNanos >= 0) {
      window.measured(latencyNanos, weight);
    }
  }

  /**
   * Judges the window, if it is full.
   *
   * @param someoneWaits whether the next one begins with somebody kept waiting
   * @return the change of ⌊L⌋, if there is one
   */
  @Nullable LimitMove judge(boolean someoneWaits, long nowNanos) {
    Sample closed = window.closeIfFull(nowNanos);
    if (closed == null) {
      return null;
    }
    if (someoneWaits) {
      window.saturated();
    }
    return closed.nanos() > IDLE_NANOS ? null : move(closed, nowNanos);
  }

  private @Nullable LimitMove move(Sample closed, long nowNanos) {
    Move.Why why = limit.next(closed).why();
    verdicts.merge(why, 1L, Long::sum);
    int from = floor;
    floor = floor();
    compareWithUsual(closed.nanos());
    if (floor == from) {
      return null;
    }
    var move = new LimitMove(from, floor, why, closed, nowNanos);
    counts.merge(why, 1L, Long::sum);
    if (moves.size() == MOVES_KEPT) {
      moves.removeFirst();
    }
    moves.addLast(move);
    return move;
  }

  private void compareWithUsual(long windowNanos) {
    usual += (floor - usual) * Math.min(1, windowNanos / USUAL_NANOS);
    shrunk = enforced && floor < SHRUNK * usual;
  }

  /** Whether it is well below what it has been of late. Any thread. */
  boolean isShrunk() {
    return shrunk;
  }

  /** Whether its moves are the lane's. */
  boolean isEnforced() {
    return enforced;
  }

  /** ⌊L⌋. */
  int current() {
    return floor;
  }

  LimitState state() {
    return new LimitState(
        enforced,
        limit.value(),
        Collections.unmodifiableMap(new EnumMap<>(verdicts)),
        Collections.unmodifiableMap(new EnumMap<>(counts)),
        moves.peekLast());
  }

  /** The last of them, oldest first. */
  List<LimitMove> moves() {
    return List.copyOf(moves);
  }
}
