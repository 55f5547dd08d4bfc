package io.sluice.balance;

import io.sluice.options.Share;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;

/** A fleet of endpoints called a, b, c, …, one roster of all of them, and a clock. */
final class FleetRig {
  static final EjectionOptions NEVER_EJECT =
      new EjectionOptions(
          0,
          Duration.ofSeconds(1),
          Duration.ofSeconds(60),
          Share.ALL,
          Share.NONE,
          Duration.ofMillis(250));
  static final long MILLI = 1_000_000;
  static final long SECOND = 1_000 * MILLI;

  final List<String> events = new ArrayList<>();
  final Fleet fleet;
  final Roster roster;
  final SplittableRandom random;
  long now;

  FleetRig(
      SplittableRandom random,
      Strategy strategy,
      EjectionOptions ejection,
      Duration slowStart,
      int endpoints) {
    this.random = random;
    this.now = random.nextLong(); // anywhere, also where it overflows soon
    var options = new FleetOptions(new BalanceOptions(strategy, null), ejection, slowStart);
    this.fleet = new Fleet("app", options, new Told());
    var members = new ArrayList<Member>();
    for (int i = 0; i < endpoints; i++) {
      members.add(fleet.join(String.valueOf((char) ('a' + i)), now));
    }
    this.roster = new Roster(fleet, members);
  }

  static FleetRig of(Strategy strategy, int endpoints) {
    return new FleetRig(
        Seed.printed("FleetRig"), strategy, EjectionOptions.DEFAULT, Duration.ZERO, endpoints);
  }

  int pick() {
    return roster.pick(null, random.nextLong(), random.nextDouble(), now);
  }

  int pick(BitSet tried) {
    return roster.pick(tried, random.nextLong(), random.nextDouble(), now);
  }

  Member member(int position) {
    return roster.member(position);
  }

  /** A call of this endpoint that begins and ends now. */
  void call(int position, Result result) {
    member(position).begun();
    member(position).ended(result, now, now);
  }

  void fail(int position, int times) {
    for (int i = 0; i < times; i++) {
      call(position, Result.CONNECT_FAILED);
    }
  }

  MemberSnapshot.State state(int position) {
    return member(position).snapshot(now).state();
  }

  void pass(long nanos) {
    now += nanos;
  }

  /** How often each is chosen of so many, all of whose calls last as long as the test. */
  int[] shares(int calls) {
    var counts = new int[roster.size()];
    for (int i = 0; i < calls; i++) {
      counts[pick()]++;
    }
    return counts;
  }

  private final class Told implements FleetListener {
    @Override
    public void ejected(Member member, Result why, int failures, long forNanos) {
      events.add("%s out %dms %s".formatted(member, forNanos / MILLI, why.code()));
    }

    @Override
    public void returned(Member member, long afterNanos) {
      events.add("%s back".formatted(member));
    }

    @Override
    public void healthChanged(Member member, boolean isUp, String why) {
      events.add("%s %s %s".formatted(member, isUp ? "up" : "down", why));
    }

    @Override
    public void panicked(Fleet fleet, boolean begins) {
      events.add(begins ? "panic" : "calm");
    }
  }
}
