package io.sluice.admit;

import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import org.jspecify.annotations.Nullable;

/** One ticket and what must have become of it. */
final class Waiter {
  final Ticket ticket;
  final boolean homeClosed;
  Ticket.State state = Ticket.State.WAITING;
  @Nullable Reason reason;
  int timesTold;
  boolean mustBeTold;

  Waiter(Ticket ticket, boolean homeClosed) {
    this.ticket = ticket;
    this.homeClosed = homeClosed;
  }

  Tier tier() {
    return ticket.tier();
  }
}
