package io.sluice.admit;

import io.sluice.admit.limit.Limit;
import io.sluice.admit.limit.Move;
import io.sluice.admit.limit.Sample;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** Moves as it was told to, one window after the other, and keeps what it was shown. */
final class ScriptedLimit implements Limit {
  private final Queue<Double> to = new ArrayDeque<>();
  final List<Sample> seen = new ArrayList<>();
  private double value;

  ScriptedLimit(double first, double... next) {
    value = first;
    for (double each : next) {
      to.add(each);
    }
  }

  @Override
  public double value() {
    return value;
  }

  @Override
  public Move next(Sample window) {
    seen.add(window);
    Double next = to.poll();
    if (next == null) {
      return new Move(value, Move.Why.STEADY);
    }
    Move.Why why = next > value ? Move.Why.QUEUE_SHORT : Move.Why.QUEUE_LONG;
    value = next;
    return new Move(value, why);
  }
}
