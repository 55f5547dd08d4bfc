package io.sluice.balance;

/**
 * What the health checks of an endpoint have found. Immutable.
 *
 * @param isUp whether it may get requests; true until checks have said otherwise
 * @param run results in a row that say the opposite
 * @param why what the last check found; empty if there was none
 */
record Health(boolean isUp, int run, String why) {
  static final Health UNKNOWN = new Health(true, 0, "");

  /**
   * After one more check.
   *
   * @param rise good ones in a row that bring it up
   * @param fall bad ones in a row that take it down
   */
  Health checked(boolean good, String found, int rise, int fall) {
    if (good == isUp) {
      return new Health(isUp, 0, found);
    }
    int against = run + 1;
    // UP -> DOWN: fall bad checks in a row. DOWN -> UP: rise good ones.
    return against >= (isUp ? fall : rise)
        ? new Health(!isUp, 0, found)
        : new Health(isUp, against, found);
  }
}
