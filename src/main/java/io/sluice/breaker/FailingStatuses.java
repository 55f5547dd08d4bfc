package io.sluice.breaker;

import java.util.BitSet;
import java.util.List;

/** The statuses of answers that count as failures, for one look-up per call. */
final class FailingStatuses {
  private final BitSet failing = new BitSet();

  FailingStatuses(List<Integer> statuses) {
    statuses.forEach(failing::set);
  }

  boolean contain(int status) {
    return status >= 0 && failing.get(status);
  }
}
