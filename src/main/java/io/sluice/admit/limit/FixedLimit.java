package io.sluice.admit.limit;

/** A limit that stays where it was put. */
public final class FixedLimit implements Limit {
  private final double limit;

  public FixedLimit(double limit) {
    this.limit = limit;
  }

  @Override
  public double value() {
    return limit;
  }

  @Override
  public Move next(Sample window) {
    return new Move(limit, Move.Why.FIXED);
  }
}
