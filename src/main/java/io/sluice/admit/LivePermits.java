package io.sluice.admit;

import org.jspecify.annotations.Nullable;

/**
 * The permits that have not ended, newest first, linked through themselves: what the leak report
 * reads. Not thread-safe; the lane's lock guards it.
 *
 * <p>Only the newest is remembered: an end kept up to date as well would cost every admission more
 * than the walk costs the few who ask for the oldest.
 */
final class LivePermits {
  private @Nullable Permit newest;

  void add(Permit permit) {
    Permit before = newest;
    if (before != null) {
      permit.older = before;
      before.newer = permit;
    }
    newest = permit;
  }

  void remove(Permit permit) {
    Permit older = permit.older;
    Permit newer = permit.newer;
    if (older != null) {
      older.newer = newer;
      permit.older = null;
    }
    if (newer != null) {
      newer.older = older;
      permit.newer = null;
    } else {
      newest = older;
    }
  }

  @Nullable Permit oldest() {
    Permit oldest = newest;
    while (oldest != null && oldest.older != null) {
      oldest = oldest.older;
    }
    return oldest;
  }
}
