package io.sluice.admit;

import org.jspecify.annotations.Nullable;

/**
 * The permits that have not ended, oldest first, linked through themselves: what the leak report
 * reads. Not thread-safe; the lane's lock guards it.
 */
final class LivePermits {
  private @Nullable Permit oldest;
  private @Nullable Permit newest;

  void add(Permit permit) {
    permit.older = newest;
    if (newest == null) {
      oldest = permit;
    } else {
      newest.newer = permit;
    }
    newest = permit;
  }

  void remove(Permit permit) {
    if (permit.older == null) {
      oldest = permit.newer;
    } else {
      permit.older.newer = permit.newer;
    }
    if (permit.newer == null) {
      newest = permit.older;
    } else {
      permit.newer.older = permit.older;
    }
    permit.older = null;
    permit.newer = null;
  }

  @Nullable Permit oldest() {
    return oldest;
  }
}
