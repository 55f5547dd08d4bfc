package io.sluice.journey;

import static io.sluice.journey.JourneyRig.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.Outcome;
import io.sluice.exchange.RetryHint;
import io.sluice.exchange.Tier;
import io.sluice.hint.Returns;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A burst refused by a real lane, whose count of recent refusals grows with every one of them. The
 * seed is fixed: chance alone bunches a finite number of clients by some per cent.
 */
class JourneyBurstTest {
  private static final long SEED = 20260101;
  private static final int LIMIT = 24;
  private static final int CLIENTS = 10_000;

  private final SplittableRandom random = new SplittableRandom(SEED);
  private final JourneyRig rig = new JourneyRig(LIMIT, 0);

  @ParameterizedTest
  @ValueSource(ints = {500, 1045, 2000})
  void theBusiest100Milliseconds_holdAtMostTwiceTheMean(int perSecond) {
    assertThat(Returns.busiestOverMean(burst(perSecond))).isLessThanOrEqualTo(2);
  }

  /** Also where the burst is small, and next to nobody is told the last of a few seconds. */
  @ParameterizedTest
  @ValueSource(ints = {500, 1045, 2000, 4000, 8000})
  void theBusiest100Milliseconds_holdAtMostTwiceWhatTheLaneServesInThem(int perSecond) {
    assertThat(Returns.busiest(burst(perSecond))).isLessThanOrEqualTo(2 * perSecond / 10);
  }

  private long[] burst(int perSecond) {
    serveForASecond(perSecond);
    rig.fillWithP0(LIMIT);
    return refuse(CLIENTS).stream()
        .mapToLong(hint -> Returns.ofWholeSecondClient(hint, random))
        .toArray();
  }

  private List<RetryHint> refuse(int clients) {
    rig.tier = Tier.P2;
    rig.randomness = random::nextDouble;
    var hints = new ArrayList<RetryHint>();
    for (int i = 0; i < clients; i++) {
      if (rig.begun().outcome instanceof Outcome.Refused refused && refused.hint() != null) {
        hints.add(refused.hint());
      }
    }
    assertThat(hints).hasSize(clients);
    return hints;
  }

  private void serveForASecond(int perSecond) {
    rig.tier = Tier.P0;
    for (int i = 0; i < perSecond * 11 / 10; i++) {
      Ride ride = rig.begun();
      rig.pass(SECOND / perSecond);
      ride.fire(new Event.HeadReceived(200));
      ride.fire(Event.DELIVERED);
      ride.fire(Event.CALL_OVER);
    }
  }
}
