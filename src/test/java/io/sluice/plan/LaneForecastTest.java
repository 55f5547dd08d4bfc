package io.sluice.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.sluice.config.ConfigLoader;
import io.sluice.config.GatewayOptions;
import io.sluice.config.Loaded;
import io.sluice.simulate.AmplificationModel;
import io.sluice.simulate.AmplificationModel.Verdict;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LaneForecastTest {
  private static final GatewayOptions IN_PROCESS = load("conf/examples/in-process.yaml");
  private static final GatewayOptions PROXIED = load("conf/sluice.yaml");

  private static GatewayOptions load(String file) {
    return switch (ConfigLoader.load(Path.of(file), Map.<String, String>of()::get)) {
      case Loaded.Valid valid -> valid.options();
      case Loaded.Invalid invalid -> throw new AssertionError(invalid.faults().toString());
    };
  }

  private static LaneForecast forecast(GatewayOptions gateway, String rate, String service) {
    return forecast(gateway, rate, service, 3);
  }

  private static LaneForecast forecast(
      GatewayOptions gateway, String rate, String service, int retries) {
    List<RouteLoad> loads =
        RouteLoad.of(
            gateway.routes(),
            PerRoute.parse("--rate", rate),
            PerRoute.parse("--mix", "1"),
            PerRoute.parse("--service-ms", service));
    return LaneForecast.of(
        "library",
        gateway.lane("library"),
        loads,
        new ClientRetries(retries, AmplificationModel.NO_BUDGET));
  }

  private static RouteForecast route(LaneForecast lane, String name) {
    return lane.routes().stream().filter(it -> it.route().equals(name)).findFirst().orElseThrow();
  }

  @Test
  void workers_areTheServers_ofALaneThatHasThem() {
    LaneForecast lane = forecast(IN_PROCESS, "reserve-copy=400,title=600,recommend=1000", "6");
    assertThat(lane.servers()).isEqualTo(8);
    assertThat(lane.limit()).isEqualTo(24);
    assertThat(lane.capacity()).isCloseTo(1333.3, within(0.1));
    assertThat(lane.rate()).isCloseTo(2000, within(1e-9));
    assertThat(lane.utilisation()).isCloseTo(1.5, within(1e-9));
    assertThat(lane.verdict()).isEqualTo(Verdict.OVERLOADED);
    assertThat(lane.fullWaitMillis()).isCloseTo(48, within(1e-9));
  }

  @Test
  void higherTiers_takeTheirsFirst() {
    LaneForecast lane = forecast(IN_PROCESS, "reserve-copy=400,title=600,recommend=1000", "6");
    assertThat(route(lane, "reserve-copy").refused()).isZero();
    assertThat(route(lane, "title").refused()).isZero();
    assertThat(route(lane, "title").left()).isCloseTo(933.3, within(0.1));
    RouteForecast p2 = route(lane, "recommend");
    assertThat(p2.left()).isCloseTo(333.3, within(0.1));
    assertThat(p2.refused()).isCloseTo(Math.pow(1 - 1 / 3.0, 0.25), within(1e-6));
    assertThat(p2.attempts()).isCloseTo(1000 * p2.amplification(), within(1e-6));
    assertThat(p2.verdict()).isEqualTo(Verdict.OVERLOADED);
  }

  @Test
  void aTierForWhichNothingIsLeft_isRefusedWhole() {
    LaneForecast lane = forecast(IN_PROCESS, "reserve-copy=1400,title=600,recommend=1000", "6");
    assertThat(route(lane, "title").left()).isZero();
    assertThat(route(lane, "title").refused()).isCloseTo(1, within(1e-6));
    assertThat(route(lane, "title").amplification()).isCloseTo(4, within(1e-6));
  }

  @Test
  void unlimitedRetries_ofATierThatDoesNotFit_haveNoEnd() {
    LaneForecast lane =
        forecast(
            IN_PROCESS,
            "reserve-copy=400,title=600,recommend=1000",
            "6",
            AmplificationModel.UNLIMITED);
    assertThat(route(lane, "recommend").verdict()).isEqualTo(Verdict.DIVERGENT);
    assertThat(route(lane, "recommend").attempts()).isInfinite();
    assertThat(route(lane, "title").verdict()).isEqualTo(Verdict.METASTABLE);
  }

  @Test
  void waits_areShorterForHigherTiers_andBounded() {
    LaneForecast lane = forecast(IN_PROCESS, "reserve-copy=400,title=600,recommend=1000", "6");
    double p0 = route(lane, "reserve-copy").waitMillis();
    double p1 = route(lane, "title").waitMillis();
    // Nobody is free, so W0 = 0.75 ms; 30 and 75 % of the servers are taken by then.
    assertThat(p0).isCloseTo(0.75 / 0.7, within(0.01));
    assertThat(p1).isCloseTo(0.75 / (0.7 * 0.25), within(0.05));
    // P2 does not wait for a permit, but sixteen others may be before it in the backlog.
    assertThat(route(lane, "recommend").waitMillis()).isCloseTo(12, within(1e-9));
  }

  @Test
  void permits_areTheServers_ofALaneThatOnlyProxies() {
    LaneForecast lane =
        forecast(
            PROXIED,
            "reserve-copy=100,title=200,recommend=300,notify=0",
            "reserve-copy=30,title=12,recommend=6,notify=60");
    assertThat(lane.servers()).isEqualTo(24);
    // 3 + 2.4 + 1.8 of 24 permits.
    assertThat(lane.utilisation()).isCloseTo(7.2 / 24, within(1e-9));
    assertThat(lane.capacity()).isCloseTo(2000, within(1e-6));
    assertThat(lane.verdict()).isEqualTo(Verdict.METASTABLE);
    assertThat(route(lane, "notify").attempts()).isZero();
    assertThat(route(lane, "title").waitMillis()).isLessThan(0.01);
  }

  @Test
  void aServiceTimeOfNothing_isRefused() {
    assertThatThrownBy(() -> forecast(IN_PROCESS, "10", "0"))
        .hasMessage("--service-ms: 0.0 for reserve-copy (expected: more than 0)");
  }
}
