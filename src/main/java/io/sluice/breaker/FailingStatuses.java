package io.sluice.breaker;

import java.util.BitSet;
import java.util.List;

/** The statuses of answers that count as failures, for one look-up per call. */
final class FailingStatuses {
  private final BitSet failing = new BitSet();

  FailingStatuses(List<String> statuses) {
    for (String status : statuses) {
      failing.set(Integer.parseInt(status));
    }
  }

  boolean contain(int status) {
    return status >= 0 && failing.get(status);
  }
}
