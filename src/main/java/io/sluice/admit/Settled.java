package io.sluice.admit;

import org.jspecify.annotations.Nullable;

/** The tickets that were settled under the lane's lock and have to be told outside it, in turn. */
final class Settled {
  private @Nullable Ticket first;
  private @Nullable Ticket last;

  void add(Ticket ticket) {
    if (last == null) {
      first = ticket;
    } else {
      last.appendSettled(ticket);
    }
    last = ticket;
  }

  /** All since the last call; each has to be told, once. */
  @Nullable Ticket take() {
    Ticket taken = first;
    if (taken != null) {
      first = null;
      last = null;
    }
    return taken;
  }
}
