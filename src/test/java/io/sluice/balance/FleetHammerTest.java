package io.sluice.balance;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.options.Share;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** A fleet that several event loops use at once. */
class FleetHammerTest {
  private static final int LOOPS = 4;
  private static final int CALLS = 20_000;

  @RepeatedTest(3)
  void idle_meansZeroInFlight_whateverBecameOfTheCalls() throws Exception {
    SplittableRandom random = Seed.printed("FleetHammerTest");
    FleetRig rig =
        new FleetRig(random, Strategy.P2C, EjectionOptions.DEFAULT, Duration.ofMillis(10), 5);
    var clock = new AtomicLong(rig.now);
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < LOOPS; i++) {
      SplittableRandom own = random.split();
      threads.add(Thread.ofPlatform().start(() -> loop(rig, clock, own)));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    for (int i = 0; i < 5; i++) {
      assertThat(rig.member(i).inFlight()).isZero();
    }
    long out =
        rig.fleet.members().stream()
            .filter(member -> member.snapshot(clock.get()).ejectedForNanos() > 0)
            .count();
    assertThat(out).isLessThanOrEqualTo(2);
    assertThat(rig.events).isNotEmpty();
  }

  private static void loop(FleetRig rig, AtomicLong clock, SplittableRandom random) {
    var members = new ArrayList<Member>();
    for (Member member : rig.fleet.members()) {
      members.add(rig.fleet.join(member.address(), clock.get()));
    }
    var roster = new Roster(rig.fleet, members);
    Result[] results = Result.values();
    var open = new ArrayList<Runnable>();
    for (int i = 0; i < CALLS; i++) {
      long now = clock.addAndGet(random.nextLong(1_000_000));
      int to = roster.pick(null, 0, random.nextDouble(), now);
      if (to == Roster.NONE) {
        continue;
      }
      Member member = roster.member(to);
      member.begun();
      Result result = results[random.nextInt(results.length)];
      open.add(() -> member.ended(result, now, clock.get()));
      if (open.size() > 20) {
        open.remove(random.nextInt(open.size())).run();
      }
    }
    open.forEach(Runnable::run);
  }

  @Test
  void neverMoreThanTheMost_areOut_howeverManyFailAtOnce() throws Exception {
    for (int round = 0; round < 200; round++) {
      var options =
          new EjectionOptions(
              1,
              Duration.ofSeconds(1),
              Duration.ofSeconds(1),
              new Share(0.5),
              Share.NONE,
              Duration.ofMillis(1));
      FleetRig rig =
          new FleetRig(new SplittableRandom(round), Strategy.P2C, options, Duration.ZERO, 4);
      var threads = new ArrayList<Thread>();
      for (int i = 0; i < 4; i++) {
        int own = i;
        threads.add(Thread.ofPlatform().start(() -> rig.call(own, Result.BROKEN)));
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(rig.fleet.members()).filteredOn(Member::isOut).hasSize(2);
    }
  }

  @Test
  void trial_isOneLoopsOnly() throws Exception {
    for (int round = 0; round < 200; round++) {
      FleetRig rig =
          new FleetRig(
              new SplittableRandom(round), Strategy.P2C, EjectionOptions.DEFAULT, Duration.ZERO, 3);
      rig.fail(1, 5);
      rig.pass(FleetRig.SECOND);
      var claimed = new AtomicLong();
      var threads = new ArrayList<Thread>();
      for (int i = 0; i < 4; i++) {
        threads.add(
            Thread.ofPlatform()
                .start(
                    () -> {
                      var roster = new Roster(rig.fleet, rig.fleet.members());
                      if (roster.pick(null, 0, 0.5, rig.now) == 1) {
                        claimed.incrementAndGet();
                      }
                    }));
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(claimed).hasValue(1);
    }
  }

  @RepeatedTest(5)
  void whoIsChosen_isNeitherEjected_norTriedBefore() {
    SplittableRandom random = Seed.printed("choices");
    Strategy strategy = Strategy.values()[random.nextInt(3)];
    FleetRig rig =
        new FleetRig(random, strategy, EjectionOptions.DEFAULT, Duration.ofSeconds(2), 6);
    for (int i = 0; i < 20_000; i++) {
      rig.pass(random.nextLong(200 * FleetRig.MILLI));
      var tried = new BitSet();
      tried.set(random.nextInt(6));
      boolean isRetry = random.nextInt(4) == 0;
      int to = isRetry ? rig.pick(tried) : rig.pick();
      // Three may be out at most, and so there is always another.
      assertThat(to).isNotEqualTo(Roster.NONE);
      assertThat(isRetry && tried.get(to)).isFalse();
      assertThat(rig.state(to)).isNotEqualTo(MemberSnapshot.State.EJECTED);
      // Two of them fail most of the time, and all of them now and then.
      boolean fails = random.nextInt(100) < (to < 2 ? 90 : 20);
      rig.call(to, fails ? Result.STATUS : Result.SUCCESS);
    }
    assertThat(rig.events).anyMatch(event -> event.contains("out"));
    assertThat(rig.events).anyMatch(event -> event.contains("back"));
  }
}
