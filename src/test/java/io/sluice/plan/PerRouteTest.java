package io.sluice.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PerRouteTest {
  private static final List<String> ROUTES = List.of("loan", "title");
  private static final PerRoute EVEN = PerRoute.parse("--mix", "1");

  @Test
  void oneRate_isDividedEvenly_orAsTheMixSays() {
    PerRoute rate = PerRoute.parse("--rate", "1000");
    assertThat(rate.shared(ROUTES, EVEN)).isEqualTo(Map.of("loan", 500.0, "title", 500.0));
    assertThat(rate.shared(ROUTES, PerRoute.parse("--mix", "loan=1,title=3")))
        .isEqualTo(Map.of("loan", 250.0, "title", 750.0));
  }

  @Test
  void namedRates_areTakenAsTheyAre() {
    PerRoute rate = PerRoute.parse("--rate", "loan=400, title=0.5");
    assertThat(rate.shared(ROUTES, EVEN)).isEqualTo(Map.of("loan", 400.0, "title", 0.5));
  }

  @Test
  void oneServiceTime_isThatOfAll() {
    assertThat(PerRoute.parse("--service-ms", "6").each(ROUTES))
        .isEqualTo(Map.of("loan", 6.0, "title", 6.0));
  }

  @Test
  void aRouteLeftOut_isMissed_byName() {
    PerRoute rate = PerRoute.parse("--rate", "loan=400");
    assertThatThrownBy(() -> rate.shared(ROUTES, EVEN))
        .hasMessage("--rate: nothing for title (expected: title=N)");
    assertThatThrownBy(() -> rate.shared(List.of("loan", "title", "offer"), EVEN))
        .hasMessage("--rate: nothing for title, offer (expected: title=N, and so on)");
  }

  @Test
  void aRouteThatDoesNotExist_isNamed() {
    PerRoute rate = PerRoute.parse("--rate", "loans=400,title=1");
    assertThatThrownBy(() -> rate.each(ROUTES))
        .hasMessage("--rate: no route is called loans (routes: loan, title)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "x", "-5", "loan", "loan=", "=4", "loan=x", "loan=1=2", "loan=1,,", "1e3"})
  void nonsense_isRefused(String text) {
    assertThatThrownBy(() -> PerRoute.parse("--rate", text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("--rate: ");
  }

  @Test
  void aRouteNamedTwice_andAMixOfNothing_areRefused() {
    assertThatThrownBy(() -> PerRoute.parse("--rate", "loan=1,loan=2"))
        .hasMessageContaining("loan is named twice");
    PerRoute nothing = PerRoute.parse("--mix", "loan=0,title=0");
    assertThatThrownBy(() -> PerRoute.parse("--rate", "5").shared(ROUTES, nothing))
        .hasMessageContaining("--mix: 0 in all");
  }
}
