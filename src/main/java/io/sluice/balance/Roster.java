package io.sluice.balance;

import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The endpoints that one event loop knows right now, and the choice among them. One thread only;
 * what it knows of each is shared by all loops.
 */
public final class Roster {
  /** Nobody may be called. */
  public static final int NONE = -1;

  private final Fleet fleet;
  private final Member[] members;
  private final Balancer balancer;

  /** Positions of all, and room for those that may be chosen. */
  private final int[] everybody;

  private final int[] among;

  /** How often the fleet had been disturbed when all were found well; -1 if never. */
  private int calmSince = -1;

  /**
   * A roster of these.
   *
   * @param members in order; an address may stand here twice
   */
  public Roster(Fleet fleet, List<Member> members) {
    this.fleet = fleet;
    this.members = members.toArray(Member[]::new);
    this.balancer = Balancer.of(fleet.options().balance().strategy());
    this.everybody = IntStream.range(0, this.members.length).toArray();
    this.among = new int[this.members.length];
  }

  public int size() {
    return members.length;
  }

  public Member member(int position) {
    return members[position];
  }

  /**
   * Who gets the next call.
   *
   * @param tried positions that this request has tried; null for none
   * @param key what stays together, where the strategy asks for it
   * @param draw from [0, 1)
   * @return a position, or {@link #NONE}
   */
  public int pick(@Nullable BitSet tried, long key, double draw, long nowNanos) {
    if (tried == null && members.length > 0 && calmSince == fleet.disturbances()) {
      return members.length == 1
          ? 0
          : balancer.choose(members, everybody, members.length, key, draw, nowNanos);
    }
    return look(tried, key, draw, nowNanos);
  }

  /** Whether somebody is left whom this request has not tried; asks only, nobody is chosen. */
  public boolean isAnyLeft(BitSet tried) {
    boolean panic = fleet.isPanicking();
    for (int i = 0; i < members.length; i++) {
      if (!tried.get(i) && (panic || members[i].isAvailable())) {
        return true;
      }
    }
    return false;
  }

  private int look(@Nullable BitSet tried, long key, double draw, long nowNanos) {
    int seen = fleet.disturbances(); // first: what comes meanwhile is looked at again
    int available = 0;
    int count = 0;
    boolean calm = true;
    int trial = NONE;
    for (int i = 0; i < members.length; i++) {
      Member member = members[i];
      boolean untried = tried == null || !tried.get(i);
      if (member.isAvailable()) {
        available++;
        calm &= member.weight(nowNanos) == 1;
        if (untried) {
          among[count++] = i;
        }
      } else {
        calm = false;
        if (untried && trial == NONE && member.isTrialDue(nowNanos)) {
          trial = i;
        }
      }
    }
    if (calm) {
      calmSince = seen;
    }
    boolean tryIt = trial != NONE && (tried == null || count == 0);
    if (tryIt && isIts(trial, count, key, nowNanos) && members[trial].claimTrial(nowNanos)) {
      return trial;
    }
    boolean panic = fleet.options().ejection().isPanic(available, members.length);
    fleet.panic(panic);
    if (panic) {
      count = untried(tried);
    }
    return count == 0 ? NONE : balancer.choose(members, among, count, key, draw, nowNanos);
  }

  /**
   * Whether this request would be its own if it were well: what stays together does so then too.
   */
  private boolean isIts(int trial, int count, long key, long nowNanos) {
    if (!balancer.goesByKey() || count == 0) {
      return true;
    }
    among[count] = trial; // there is room, as it is not among them
    return balancer.choose(members, among, count + 1, key, 0, nowNanos) == trial;
  }

  private int untried(@Nullable BitSet tried) {
    int count = 0;
    for (int i = 0; i < members.length; i++) {
      if (tried == null || !tried.get(i)) {
        among[count++] = i;
      }
    }
    return count;
  }
}
