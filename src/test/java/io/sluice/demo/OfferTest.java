package io.sluice.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.surge.Retry;
import io.sluice.surge.Stream;
import org.junit.jupiter.api.Test;

class OfferTest {
  @Test
  void referenceSurge_isTheMixOfALibrary() {
    var offer = Offer.of(0, 1300);

    assertThat(offer.perSecond()).isEqualTo(2000);
    assertThat(offer.mix().streams())
        .extracting(Stream::share)
        .containsExactly(400.0, 600.0, 1000.0);
  }

  @Test
  void tenTimesTheCapacity_leavesP0AtItsRate_andSurgesTheOthers() {
    var offer = Offer.of(10, 1300);

    assertThat(offer.perSecond()).isEqualTo(13_000);
    assertThat(offer.mix().streams().getFirst().share()).isEqualTo(400);
    assertThat(offer.mix().streams().stream().mapToDouble(Stream::share).sum())
        .isCloseTo(13_000, within(1e-6));
  }

  @Test
  void clientsThatRetryAtOnce_areShownUpToTwiceTheCapacity_andHintsOnlyThroughTheGateway() {
    assertThat(Offer.of(0, 900).clients(false)).containsExactly(Retry.NONE, new Retry.Naive(3));
    assertThat(Offer.of(2, 900).clients(true)).hasSize(3);
    assertThat(Offer.of(10, 900).clients(true))
        .containsExactly(Retry.NONE, Retry.Cooperative.DEFAULT);
  }
}
