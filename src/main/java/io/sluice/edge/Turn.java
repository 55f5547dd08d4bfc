package io.sluice.edge;

import io.sluice.balance.Result;
import io.sluice.balance.Roster;
import io.sluice.exchange.Reason;
import io.sluice.time.Randomness;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * One request's way through the endpoints of a backend, over all its attempts: the one it is at,
 * and from there on to others, none of them twice. It tells each what became of the attempt.
 */
final class Turn {
  private final Endpoint[] all;
  private final Roster roster;
  private final long key;
  private final Randomness randomness;
  private int at;

  /** Those it will not go back to; null as long as nobody has asked for another. */
  private @Nullable BitSet tried;

  private boolean isOpen;
  private long begunNanos;

  /**
   * Beginning with one of them.
   *
   * @param all not changed by anyone, in the order of the roster
   * @param key what stays together
   */
  Turn(Endpoint[] all, Roster roster, int first, long key, Randomness randomness) {
    this.all = all;
    this.roster = roster;
    this.at = first;
    this.key = key;
    this.randomness = randomness;
  }

  Endpoint endpoint() {
    return all[at];
  }

  /**
   * Whether there is another that it has not tried and that may be called; it stays where it is.
   */
  boolean mayGoOn() {
    return all.length > 1 && roster.isAnyLeft(triedUpToHere());
  }

  /** Goes on to another; false, and it stays where it is, when none is left that may be called. */
  boolean goOn(long nowNanos) {
    if (all.length == 1) {
      return false;
    }
    int next = roster.pick(triedUpToHere(), key, randomness.draw(), nowNanos);
    if (next == Roster.NONE) {
      return false;
    }
    at = next;
    return true;
  }

  private BitSet triedUpToHere() {
    BitSet behind = tried == null ? new BitSet(all.length) : tried;
    tried = behind;
    for (int i = 0; i < all.length; i++) {
      if (roster.member(i) == roster.member(at)) {
        behind.set(i); // an address may stand here twice
      }
    }
    return behind;
  }

  /** An attempt begins where it is; {@link #ended} follows. */
  void begun(long nowNanos) {
    left();
    isOpen = true;
    begunNanos = nowNanos;
    roster.member(at).begun();
  }

  /** The head of an answer is there. */
  void answered(int status, long nowNanos) {
    roster.member(at).answered(nowNanos);
    if (Result.isFailing(status)) {
      ended(Result.STATUS, nowNanos);
    }
  }

  /** The attempt is over; whatever is said of it after that counts for nothing. */
  void ended(Result result, long nowNanos) {
    if (isOpen) {
      isOpen = false;
      roster.member(at).ended(result, begunNanos, nowNanos);
    }
  }

  /** The attempt is over, unless that has been said already, and says nothing of its endpoint. */
  void left() {
    ended(Result.NEUTRAL, begunNanos);
  }

  /** What an attempt that ends for this reason says of its endpoint. */
  static Result resultOf(Reason reason) {
    return switch (reason) {
      case CONNECT_FAILED -> Result.CONNECT_FAILED;
      case UPSTREAM_RESET, UPSTREAM_REFUSED, UPSTREAM_TRUNCATED, UPSTREAM_INVALID -> Result.BROKEN;
      case UPSTREAM_TIMEOUT, OUTCOME_UNKNOWN, DEADLINE_PAST -> Result.TIMEOUT;
      default -> Result.NEUTRAL;
    };
  }
}
