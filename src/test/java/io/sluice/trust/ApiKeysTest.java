package io.sluice.trust;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.Caller;
import io.sluice.exchange.Tier;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Whose key it is. */
class ApiKeysTest {
  private static final ApiKeys KEYS =
      new ApiKeys(
          Map.of(
              "shop",
              new CallerOptions(
                  List.of(ApiKeys.hash("old"), ApiKeys.hash("new")), null, List.of("tier")),
              "batch",
              new CallerOptions(List.of(ApiKeys.hash("third")), Tier.P2, List.of())));

  @Test
  void hash_isTheOneThatSha256sumPrints() {
    assertThat(ApiKeys.hash("abc"))
        .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  }

  @Test
  void everyKeyOfACaller_isIts() {
    Caller shop = KEYS.callerWith("old");
    assertThat(shop).isEqualTo(new Caller("shop", null, true, false, false));
    assertThat(KEYS.callerWith("new")).isEqualTo(shop);
    assertThat(KEYS.callerWith("third"))
        .isEqualTo(new Caller("batch", Tier.P2, false, false, false));
  }

  @Test
  void whatIsNotExactlyAKey_isNobodys() {
    for (String wrong : List.of("", " old", "old ", "OLD", "shop", ApiKeys.hash("old"), "ölé")) {
      assertThat(KEYS.callerWith(wrong)).as(wrong).isNull();
    }
    assertThat(new ApiKeys(Map.of()).callerWith("old")).isNull();
  }
}
