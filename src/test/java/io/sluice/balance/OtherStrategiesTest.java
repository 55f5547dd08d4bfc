package io.sluice.balance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Round robin, and consistent hashing with bounded loads. */
class OtherStrategiesTest {
  @Test
  void roundRobin_takesTurns_andPassesOverWhoIsOut() {
    FleetRig rig = FleetRig.of(Strategy.ROUND_ROBIN, 3);
    assertThat(List.of(rig.pick(), rig.pick(), rig.pick(), rig.pick())).containsExactly(0, 1, 2, 0);
    rig.fail(1, 5);
    assertThat(List.of(rig.pick(), rig.pick(), rig.pick())).containsExactly(2, 0, 2);
    var tried = new BitSet();
    tried.set(0);
    assertThat(rig.pick(tried)).isEqualTo(2);
  }

  private static int of(FleetRig rig, long key) {
    return rig.roster.pick(null, key, 0.5, rig.now);
  }

  private static List<Integer> places(FleetRig rig, List<Long> keys) {
    return keys.stream().map(key -> of(rig, key)).toList();
  }

  private static List<Long> keys(int count) {
    var keys = new ArrayList<Long>();
    for (int i = 0; i < count; i++) {
      keys.add(Hashes.of("key-" + i));
    }
    return keys;
  }

  @Test
  void keys_spreadEvenly_andStay() {
    FleetRig rig = FleetRig.of(Strategy.CONSISTENT_HASH, 4);
    List<Long> keys = keys(20_000);
    List<Integer> places = places(rig, keys);
    assertThat(places(rig, keys)).isEqualTo(places);
    for (int i = 0; i < 4; i++) {
      int place = i;
      assertThat(places.stream().filter(at -> at == place).count()).isBetween(4_700L, 5_300L);
    }
  }

  @Test
  void whenOneLeaves_onlyItsKeysMove() {
    FleetRig rig = FleetRig.of(Strategy.CONSISTENT_HASH, 4);
    List<Long> keys = keys(10_000);
    List<Integer> before = places(rig, keys);
    rig.fail(2, 5);
    List<Integer> without = places(rig, keys);
    var heirs = new HashSet<Integer>();
    for (int i = 0; i < keys.size(); i++) {
      if (before.get(i) == 2) {
        heirs.add(without.get(i));
      } else {
        assertThat(without.get(i)).isEqualTo(before.get(i));
      }
    }
    assertThat(heirs).containsExactlyInAnyOrder(0, 1, 3);
    rig.pass(FleetRig.SECOND);
    // It is tried with a request of its own, and no other key is taken from where it is.
    List<Integer> onTrial = places(rig, keys);
    int tried = onTrial.indexOf(2);
    assertThat(tried).isEqualTo(before.indexOf(2));
    assertThat(onTrial.subList(tried + 1, onTrial.size()))
        .isEqualTo(without.subList(tried + 1, without.size()));
    rig.call(2, Result.SUCCESS);
    rig.pass(20 * FleetRig.SECOND); // its penalty is no load any more
    assertThat(places(rig, keys)).isEqualTo(before);
  }

  @Test
  void gatewaysBesideEachOther_agree_inWhateverOrderTheyKnowThem() {
    FleetRig one = FleetRig.of(Strategy.CONSISTENT_HASH, 4);
    var reversed = new ArrayList<Member>();
    for (int i = 3; i >= 0; i--) {
      reversed.add(one.member(i));
    }
    var other = new Roster(one.fleet, reversed);
    for (long key : keys(100)) {
      assertThat(other.member(other.pick(null, key, 0.5, one.now)))
          .isSameAs(one.member(of(one, key)));
    }
  }

  @Test
  void keyThatEverybodyWants_spreadsOverOthers() {
    FleetRig rig = FleetRig.of(Strategy.CONSISTENT_HASH, 4);
    for (int i = 0; i < 400; i++) {
      rig.member(of(rig, 42)).begun();
    }
    for (int i = 0; i < 4; i++) {
      assertThat(rig.member(i).inFlight()).isBetween(1, 126); // 1.25 times a fourth of them
    }
  }

  @Test
  void withLittleGoingOn_theKeyStaysWhereItIs() {
    FleetRig rig = FleetRig.of(Strategy.CONSISTENT_HASH, 4);
    int place = of(rig, 42);
    for (int i = 0; i < 8; i++) {
      assertThat(of(rig, 42)).isEqualTo(place);
      rig.member(place).begun();
    }
    assertThat(of(rig, 42)).isNotEqualTo(place);
  }

  @Test
  void triedEndpoint_isFollowedByTheNextInRank_alwaysTheSame() {
    FleetRig rig = FleetRig.of(Strategy.CONSISTENT_HASH, 4);
    var tried = new BitSet();
    tried.set(of(rig, 42));
    int next = rig.roster.pick(tried, 42, 0.1, rig.now);
    assertThat(tried.get(next)).isFalse();
    assertThat(rig.roster.pick(tried, 42, 0.9, rig.now)).isEqualTo(next);
  }
}
