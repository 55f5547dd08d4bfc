package io.sluice.edge;

/**
 * One request's way through the endpoints of a backend: whose turn it is, and then, as long as
 * nothing has been sent, each of the others once.
 */
final class Turn {
  private final Endpoint[] all;
  private int at;
  private int left;

  /**
   * Beginning with one of them.
   *
   * @param all not changed by anyone, not empty
   */
  Turn(Endpoint[] all, int first) {
    this.all = all;
    this.at = first;
    this.left = all.length - 1;
  }

  Endpoint endpoint() {
    return all[at];
  }

  /** Whether there is one that has not been tried. */
  boolean hasMore() {
    return left > 0;
  }

  /** Goes on to the next; false when all have been tried. */
  boolean goOn() {
    if (left == 0) {
      return false;
    }
    left--;
    at = at + 1 == all.length ? 0 : at + 1;
    return true;
  }
}
