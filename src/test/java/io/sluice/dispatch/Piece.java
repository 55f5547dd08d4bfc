package io.sluice.dispatch;

import io.sluice.exchange.Tier;

/** Something to queue that does nothing. */
record Piece(Tier tier, int id, boolean mayBeDiscarded) implements TierBacklog.Item {
  static Piece of(Tier tier, int id) {
    return new Piece(tier, id, false);
  }

  static Piece discardable(Tier tier, int id) {
    return new Piece(tier, id, true);
  }

  @Override
  public void run() {
    throw new IllegalStateException("nothing to run");
  }
}
