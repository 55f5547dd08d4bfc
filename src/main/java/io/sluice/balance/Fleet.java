package io.sluice.balance;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The endpoints of one backend, shared by all event loops. Each loop has a {@link Roster} of those
 * it knows right now; who leaves all rosters is remembered for a while, so that an answer of a name
 * server which leaves an address out once does not forget that it is ejected. Any thread.
 */
public final class Fleet {
  /** As long as the longest ejection that is worth remembering. */
  private static final long REMEMBERED_NANOS = 600_000_000_000L;

  private final String backend;
  private final FleetOptions options;
  private final FleetListener listener;
  private final Map<String, Place> places = new LinkedHashMap<>();

  /** Counts what could change a choice, so that rosters look at every endpoint only then. */
  private final AtomicInteger disturbances = new AtomicInteger();

  private final AtomicBoolean panicking = new AtomicBoolean();

  /** A member and how many rosters have it. */
  private static final class Place {
    final Member member;
    int rosters;
    long leftNanos;

    Place(Member member) {
      this.member = member;
    }
  }

  public Fleet(String backend, FleetOptions options, FleetListener listener) {
    this.backend = backend;
    this.options = options;
    this.listener = listener;
  }

  public String backend() {
    return backend;
  }

  FleetOptions options() {
    return options;
  }

  FleetListener listener() {
    return listener;
  }

  /** One more roster has this address. */
  public synchronized Member join(String address, long nowNanos) {
    places
        .values()
        .removeIf(place -> place.rosters == 0 && nowNanos - place.leftNanos >= REMEMBERED_NANOS);
    Place place =
        places.computeIfAbsent(address, _ -> new Place(new Member(this, address, nowNanos)));
    place.rosters++;
    disturbed();
    return place.member;
  }

  /** One roster less has it; whether any still does. */
  public synchronized boolean leave(Member member, long nowNanos) {
    Place place = places.get(member.address());
    if (place == null || place.rosters == 0) {
      return false;
    }
    place.rosters--;
    place.leftNanos = nowNanos;
    disturbed();
    return place.rosters > 0;
  }

  /** Those that at least one roster has. */
  public synchronized List<Member> members() {
    var members = new ArrayList<Member>();
    for (Place place : places.values()) {
      if (place.rosters > 0) {
        members.add(place.member);
      }
    }
    return members;
  }

  /** Whether all endpoints are used, as too few are available. */
  public boolean isPanicking() {
    return panicking.get();
  }

  /** The member has failed once too often. */
  void eject(Member member, Result why, int failures, long nowNanos) {
    long forNanos;
    synchronized (this) {
      if (!mayEject(member) || !member.eject(why, nowNanos)) {
        return;
      }
      forNanos = member.snapshot(nowNanos).ejectedForNanos();
      disturbed();
    }
    listener.ejected(member, why, failures, forNanos);
  }

  private boolean mayEject(Member member) {
    if (member.isOut()) {
      return true; // it has its place among those that are
    }
    List<Member> all = members();
    long out = all.stream().filter(Member::isOut).count();
    return out + 1 <= options.ejection().mostOf(all.size());
  }

  void disturbed() {
    disturbances.incrementAndGet();
  }

  int disturbances() {
    return disturbances.get();
  }

  void panic(boolean isNeeded) {
    if (panicking.get() != isNeeded && panicking.compareAndSet(!isNeeded, isNeeded)) {
      listener.panicked(this, isNeeded);
    }
  }
}
