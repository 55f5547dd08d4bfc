package io.sluice.simulate.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.config.ScenarioLoader;
import io.sluice.config.ScenarioLoader.Scenario;
import io.sluice.simulate.Rehearsal;
import io.sluice.simulate.scenario.ScenarioOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ReportsTest {
  private static final String EVIL = "</script><img src=x onerror=alert(1)> & \"quotes\"";

  private static ScenarioOptions surge() {
    var loaded = ScenarioLoader.load(Path.of("conf/scenarios/surge.yaml"), _ -> null);
    return ((Scenario.Valid) loaded).options().lasting(Duration.ofSeconds(10));
  }

  private static ScenarioOptions about(String about) {
    ScenarioOptions s = surge();
    return new ScenarioOptions(
        about,
        s.lasts(),
        s.warmUp(),
        s.seed(),
        s.deadlineMargin(),
        s.hints(),
        s.retryBudget(),
        s.lanes(),
        s.backends(),
        s.routes(),
        s.clients(),
        s.expect());
  }

  @Test
  void text_saysTheFiguresAndWhetherTheyAreThoseExpected() {
    String text = TextReport.of(Rehearsal.of("surge", surge(), 2));
    assertThat(text)
        .startsWith("surge: twice what 8 workers can do; what can be left out pays\n")
        .contains("10s simulated, the first 5s left out, 20,")
        .contains("the worst of 2 seeds, ")
        .contains("\np0   ", "watermark ", "goodput  1333.", "limit    24 at the end, lane library")
        .contains("yes  p0Success                      at least 100.00 %      100.00 %\n")
        .contains("yes  p2-enters-last", "-    limit-in-bounds                        0\n")
        .endsWith("mostly watermark.\n");
  }

  @Test
  void json_hasTheSameFigures() throws IOException {
    Rehearsal rehearsal = Rehearsal.of("surge", surge(), 1);
    var mapper = new ObjectMapper();
    JsonNode json = mapper.readTree(mapper.writeValueAsString(JsonReport.of(rehearsal)));
    assertThat(json.path("holds").asBoolean()).isTrue();
    assertThat(json.path("goodput").asDouble()).isEqualTo(rehearsal.worst().goodput());
    assertThat(json.at("/tiers/p2/refused/watermark").asLong()).isPositive();
    assertThat(json.path("expectations")).hasSize(5);
    assertThat(json.path("invariants")).hasSize(20);
  }

  private static Rehearsal of(String name) {
    var loaded = ScenarioLoader.load(Path.of("conf/scenarios/" + name + ".yaml"), _ -> null);
    return Rehearsal.of(name, ((Scenario.Valid) loaded).options(), 1);
  }

  @Test
  void retriesAndBreakers_areInEveryReport() throws IOException {
    Rehearsal storm = of("retry-storm");
    Rehearsal flapping = of("breaker-flapping");
    assertThat(TextReport.of(storm))
        .containsPattern("\nretries  [\\d,]+ attempts at [\\d,]+ requests, 1\\.\\d+ each; ")
        .containsPattern("\nyes  retryShare +at most 20.00 % ");
    assertThat(TextReport.of(flapping)).containsPattern("\nbreaker  opened \\d+ times, and ");
    assertThat(HtmlReport.of(storm)).contains("<h2>Retries and breakers</h2>", "Backend library");
    assertThat(HtmlReport.of(flapping)).contains("<td>breaker<td class=\"text\">opened ");
    var mapper = new ObjectMapper();
    JsonNode json = mapper.readTree(mapper.writeValueAsString(JsonReport.of(storm)));
    assertThat(json.at("/backends/library/amplification").asDouble()).isBetween(1.01, 1.2);
    assertThat(json.at("/backends/library/budgetRefusals").asLong()).isPositive();
    json = mapper.readTree(mapper.writeValueAsString(JsonReport.of(flapping)));
    assertThat(json.at("/backends/library/breaker/openShare").asDouble()).isBetween(0.01, 0.5);
    assertThat(json.at("/backends/library/breaker/probes").asLong()).isPositive();
  }

  @Test
  void backendThatIsCalledOnce_andAlways_isNotSpokenOf() {
    assertThat(TextReport.of(Rehearsal.of("surge", surge(), 1)))
        .doesNotContain("\nretries  ", "\nbreaker  ", "\nbudget  ");
  }

  @Test
  void page_standsAlone() {
    String page = HtmlReport.of(Rehearsal.of("surge", surge(), 1));
    assertThat(page)
        .startsWith("<!doctype html>")
        .contains("default-src 'none'", "Copyright (c) 2022 Leon Sorokin", "new uPlot(")
        .contains("<div id=\"chart-0\">", "\"label\":\"watermark\"")
        .doesNotContain("<link", " src=", "@import", "url(");
    assertThat(page.replaceAll("https?://(github\\.com/leeoniya|www\\.w3\\.org)\\S*", ""))
        .doesNotContain("http://", "https://");
  }

  @Test
  void page_showsNamesAndDoesNotRunThem() throws IOException {
    String page = HtmlReport.of(Rehearsal.of(EVIL, about(EVIL), 1));
    assertThat(page).doesNotContain("<img").contains("&lt;/script&gt;&lt;img src=x");
    int begins = page.indexOf("id=\"data\">") + "id=\"data\">".length();
    String data = page.substring(begins, page.indexOf("</script>", begins));
    JsonNode json = new ObjectMapper().readTree(data);
    assertThat(json.path("charts")).hasSizeGreaterThanOrEqualTo(6);
    for (JsonNode chart : json.path("charts")) {
      for (JsonNode series : chart.path("series")) {
        assertThat(series.path("values")).hasSameSizeAs(json.path("seconds"));
      }
    }
  }
}
