package io.sluice.admit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LivePermitsTest {
  private record Model(int slot, LivePermits.Held held) {}

  @Test
  void oldest_isWhoHasBeenHeldLongest_beyondAnyCapacity_andNobodyWhenAllHaveEnded() {
    long seed = System.nanoTime();
    System.out.println("seed " + seed);
    var random = new Random(seed);
    long now = random.nextLong();
    var live = new LivePermits();
    List<Model> model = new ArrayList<>();
    for (int step = 0; step < 20_000; step++) {
      now += 1 + random.nextInt(1000);
      if (model.isEmpty() || random.nextInt(100) < (step < 10_000 ? 55 : 45)) {
        String owner = "route-" + random.nextInt(3);
        model.add(new Model(live.add(owner, now), new LivePermits.Held(now, owner)));
      } else {
        live.remove(model.remove(random.nextInt(model.size())).slot());
      }
      long at = now;
      assertThat(live.oldest(now))
          .isEqualTo(
              model.stream()
                  .map(Model::held)
                  .max(Comparator.comparingLong(held -> at - held.sinceNanos()))
                  .orElse(null));
    }
    model.forEach(each -> live.remove(each.slot()));
    assertThat(live.oldest(now)).isNull();
  }
}
