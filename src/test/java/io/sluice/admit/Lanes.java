package io.sluice.admit;

import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import io.sluice.options.LaneLimit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lanes in the states that tests start from. */
final class Lanes {
  private Lanes() {}

  /** No reserves, no watermark, no policy: only the limit and the waiters. */
  static Lane plain(int limit, int waiters, long nowNanos) {
    var tiers = new NaiveShares(limit, 0, 0, 0, 0, 100).tiers();
    return new Lane("loans", inOrderOfArrival(limit, waiters, tiers), nowNanos);
  }

  /** Half reserved for P0, 30 % for P1, P2 shed from 80 % on; nothing lent. */
  static Lane tiered(int limit, int waiters, long nowNanos) {
    var tiers = LaneOptions.Tiers.DEFAULT;
    return new Lane("loans", new LaneOptions(limit, waiters, 0, 0, tiers), nowNanos);
  }

  /** Neither turns newest first nor shortens waits. */
  static LaneOptions inOrderOfArrival(int limit, int waiters, LaneOptions.Tiers tiers) {
    return with(PolicyMode.OFF, limit, waiters, tiers);
  }

  /** Turns newest first under overload, as it is told to; waits are not shortened. */
  static LaneOptions with(PolicyMode codel, int limit, int waiters, LaneOptions.Tiers tiers) {
    var options = new CoDelOptions(Duration.ofMillis(5), Duration.ofMillis(100), codel);
    return new LaneOptions(
        new LaneLimit(limit), waiters, 0, 0, tiers, null, options, PolicyMode.OFF);
  }

  static List<Permit> admit(Lane lane, Tier tier, int count, long nowNanos) {
    var permits = new ArrayList<Permit>();
    for (int i = 0; i < count; i++) {
      permits.add((Permit) lane.offer(new AskBuilder(tier).at(nowNanos), nowNanos));
    }
    return permits;
  }

  static List<Ticket> queue(Lane lane, AskBuilder asking, int count, long nowNanos) {
    var tickets = new ArrayList<Ticket>();
    for (int i = 0; i < count; i++) {
      tickets.add((Ticket) lane.offer(asking.at(nowNanos), nowNanos));
    }
    return tickets;
  }

  static @Nullable Reason reason(Decision decision) {
    return decision instanceof Shed shed ? shed.reason() : null;
  }

  static @Nullable Reason lostFor(Ticket ticket) {
    Shed shed = ticket.shed();
    return shed == null ? null : shed.reason();
  }
}
