package io.sluice.accesslog;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.Exchange;
import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ShedSamplerTest {
  private static final long SECOND = ShedSampler.SECOND_NANOS;
  private static final Exchange ONE = Lines.exchange("one", Tier.P2);

  private record Key(String route, Tier tier, Reason reason, long second) {}

  private final long seed = new Random().nextLong();
  private final Random random = new Random(seed);
  private final long start = random.nextLong();

  private ShedSampler sampler(int mostLines) {
    return new ShedSampler(mostLines, start);
  }

  @Test
  void refusals_allHaveALine_whileTheyAreFew() {
    var sampler = sampler(100);
    for (int i = 0; i < 50; i++) {
      assertThat(sampler.offer(ONE, Reason.LANE_FULL, start)).isOne();
    }
    assertThat(sampler.over(start + 2 * SECOND)).isEmpty();
    assertThat(sampler.leftOut()).isZero();
  }

  @Test
  void linesOfAStorm_areSpreadOverTheSecond() {
    var sampler = sampler(100);
    int[] perTenth = new int[10];
    for (int i = 0; i < 100_000; i++) {
      if (sampler.offer(ONE, Reason.LANE_FULL, start + i * (SECOND / 100_000)) > 0) {
        perTenth[i / 10_000]++;
      }
    }
    assertThat(perTenth[0]).isBetween(50, 56);
    for (int tenth = 1; tenth < 10; tenth++) {
      assertThat(perTenth[tenth]).isBetween(4, 6);
    }
  }

  @Test
  void none_haveALine_whenNoneIsWanted_andAreCountedAllTheSame() {
    var sampler = sampler(0);
    for (int i = 0; i < 5; i++) {
      assertThat(sampler.offer(ONE, Reason.WATERMARK, start)).isZero();
    }
    assertThat(sampler.over(start + SECOND - 1)).isEmpty();
    assertThat(sampler.over(start + SECOND))
        .containsExactly(new LeftOut("one", "main", Tier.P2, Reason.WATERMARK, 5, start + SECOND));
    assertThat(sampler.over(start + SECOND)).isEmpty();
    assertThat(sampler.leftOut()).isEqualTo(5);
  }

  @Test
  void numbers_addUpToTheTrueCount_inEverySecond_ofEveryRouteTierAndReason() {
    List<Reason> reasons = List.of(Reason.WATERMARK, Reason.LANE_FULL, Reason.WAIT_EXPIRED);
    int mostLines = random.nextInt(60);
    var sampler = sampler(mostLines);
    Map<Key, Integer> truth = new HashMap<>();
    Map<Key, Integer> told = new HashMap<>();
    Map<Long, Integer> lines = new HashMap<>();
    long elapsed = 0;
    for (int i = 0; i < 40_000; i++) {
      elapsed += random.nextInt(100) == 0 ? random.nextLong(SECOND / 5) : random.nextLong(200_000);
      if (random.nextInt(2_000) == 0) {
        elapsed += random.nextLong(3 * SECOND);
      }
      var exchange = Lines.exchange("r" + random.nextInt(3), Tier.values()[random.nextInt(3)]);
      Reason reason = reasons.get(random.nextInt(reasons.size()));
      var key = new Key(exchange.route(), exchange.tier(), reason, elapsed / SECOND);
      truth.merge(key, 1, Integer::sum);
      int represents = sampler.offer(exchange, reason, start + elapsed);
      if (represents > 0) {
        told.merge(key, represents, Integer::sum);
        lines.merge(key.second, 1, Integer::sum);
      }
      if (random.nextInt(50) == 0) {
        addAll(told, sampler.over(start + elapsed));
      }
    }
    addAll(told, sampler.over(start + elapsed + SECOND));

    assertThat(told).as("seed %d, %d lines", seed, mostLines).isEqualTo(truth);
    assertThat(lines.values()).as("seed %d", seed).allMatch(n -> n <= mostLines);
  }

  private void addAll(Map<Key, Integer> told, List<LeftOut> leftOut) {
    for (LeftOut each : leftOut) {
      long second = (each.untilNanos() - start) / SECOND - 1;
      told.merge(
          new Key(each.route(), each.tier(), each.reason(), second), each.count(), Integer::sum);
    }
  }

  @Test
  void secondsNobodyAsksFor_loseNoCount_andAreBounded() {
    var sampler = sampler(0);
    long seconds = ShedSampler.MOST_UNTOLD + 500;
    for (long second = 0; second < seconds; second++) {
      sampler.offer(ONE, Reason.WATERMARK, start + second * SECOND);
    }
    List<LeftOut> told = sampler.over(start + seconds * SECOND);
    assertThat(told).hasSize(ShedSampler.MOST_UNTOLD);
    long rest =
        sampler.over(start + (seconds + 1) * SECOND).stream().mapToLong(LeftOut::count).sum();
    assertThat(told.stream().mapToLong(LeftOut::count).sum() + rest).isEqualTo(seconds);
  }
}
