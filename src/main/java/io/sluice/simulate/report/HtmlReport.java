package io.sluice.simulate.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.exchange.Tier;
import io.sluice.options.TimeText;
import io.sluice.simulate.Expectation;
import io.sluice.simulate.Rehearsal;
import io.sluice.simulate.SimulationResult;
import io.sluice.simulate.SimulationResult.TierResult;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/**
 * A rehearsal as a page with charts over time: one file that needs no network. Drawn by uPlot,
 * which is inside it, licence and all.
 */
public final class HtmlReport {
  private static final String UPLOT = "/META-INF/resources/webjars/uplot/1.6.30/";

  /** Nothing is fetched, whatever a name in the scenario looks like. */
  private static final String POLICY =
      "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

  private final Rehearsal rehearsal;
  private final SimulationResult run;
  private final StringBuilder out = new StringBuilder();

  private HtmlReport(Rehearsal rehearsal) {
    this.rehearsal = rehearsal;
    this.run = rehearsal.worst();
  }

  /** The whole page. */
  public static String of(Rehearsal rehearsal) {
    return new HtmlReport(rehearsal).write();
  }

  private String write() {
    head();
    title();
    List<Charts.Chart> charts = Charts.of(run);
    out.append("<div class=\"charts\">\n");
    for (int i = 0; i < charts.size(); i++) {
      Charts.Chart chart = charts.get(i);
      line(
          "<section><h2>%s <small>(%s%s)</small></h2><div id=\"chart-%s\"></div></section>",
          chart.title(), chart.unit(), chart.stacked() ? ", stacked" : "", i);
    }
    out.append("</div>\n");
    tiers();
    backends();
    expectations();
    invariants();
    script(charts);
    return out.toString();
  }

  private void head() {
    out.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    out.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    out.append("<meta http-equiv=\"Content-Security-Policy\" content=\"")
        .append(POLICY)
        .append("\">\n");
    line("<title>%s – Sluice</title>", rehearsal.name());
    out.append("<style>\n").append(resource(UPLOT + "dist/uPlot.min.css"));
    out.append(resource("page.css")).append("</style>\n</head>\n<body>\n");
  }

  private void title() {
    String badge = rehearsal.holds() ? "good" : "bad";
    String word = rehearsal.holds() ? "holds" : "does not hold";
    out.append("<h1>").append(escaped(rehearsal.name())).append(" <span class=\"badge ");
    out.append(badge).append("\">").append(word).append("</span></h1>\n");
    line("<p>%s</p>", run.scenario().about());
    line("<p><strong>%s</strong></p>", Reading.of(rehearsal));
    line(
        "<p class=\"faint\">%s simulated, the first %s left out; %s requests; seed %s%s</p>",
        TimeText.write(run.scenario().lasts()),
        TimeText.write(run.scenario().warmUp()),
        number(run.requests()),
        run.scenario().seed(),
        rehearsal.seeds() == 1 ? "" : ", the worst of " + rehearsal.seeds());
  }

  private void tiers() {
    out.append("<section><h2>Tiers</h2><table><tr><th>tier<th>requests<th>attempts<th>per request");
    out.append("<th>success<th>p50<th>p99<th>refused<th>failed<th>left</tr>\n");
    for (Tier tier : Tier.values()) {
      TierResult of = run.of(tier);
      line(
          "<tr><td>%s<td>%s<td>%s<td>%s<td>%s %%<td>%s ms<td>%s ms<td>%s<td>%s<td>%s</tr>",
          tier.code().toUpperCase(Locale.ROOT),
          number(of.requests()),
          number(of.attempts()),
          decimals(of.amplification(), 2),
          decimals(100 * of.success(), 2),
          decimals(of.p50Millis(), 1),
          decimals(of.p99Millis(), 1),
          number(of.refusedInAll()),
          number(of.failed()),
          number(of.left()));
    }
    out.append("</table>\n");
    line(
        "<p>Goodput %s/s of %s/s possible (%s %%); from dispatch to head p50 %s ms, p99 %s ms; %s of"
            + " %s services ended when their callers had left.</p></section>",
        decimals(run.goodput(), 1),
        decimals(run.possible(), 1),
        decimals(100 * run.share(), 2),
        decimals(run.callP50Millis(), 1),
        decimals(run.callP99Millis(), 1),
        number(run.zombies()),
        number(run.served()));
  }

  private void backends() {
    List<BackendLines.Line> lines = BackendLines.of(run.backends(), run.budgetRefusals());
    if (lines.isEmpty()) {
      return;
    }
    out.append("<section><h2>Retries and breakers</h2><table>\n");
    lines.forEach(each -> line("<tr><td>%s<td class=\"text\">%s</tr>", each.label(), each.text()));
    out.append("</table></section>\n");
  }

  private void expectations() {
    if (rehearsal.expectations().isEmpty()) {
      return;
    }
    out.append("<section><h2>Expected</h2><table>");
    out.append("<tr><th>what<th class=\"text\">bound<th>found<th class=\"text\"></tr>\n");
    for (Expectation each : rehearsal.expectations()) {
      line(
          "<tr><td>%s<td class=\"text\">%s<td>%s<td class=\"text %s\">%s</tr>",
          each.name(),
          each.bound(),
          each.figure(),
          each.holds() ? "holds" : "fails",
          each.holds() ? "holds" : "does not hold");
    }
    out.append("</table></section>\n");
  }

  private void invariants() {
    out.append("<section><h2>Invariants</h2><table><tr><th>invariant<th>cases<th>violated");
    out.append("<th class=\"text\">first</tr>\n");
    rehearsal
        .verdicts()
        .all()
        .forEach(
            (invariant, verdict) ->
                line(
                    "<tr><td>%s<td>%s<td class=\"%s\">%s<td class=\"text\">%s</tr>",
                    invariant.code(),
                    number(verdict.judged()),
                    verdict.violated() == 0 ? "holds" : "fails",
                    number(verdict.violated()),
                    verdict.first() == null ? "" : verdict.first()));
    out.append("</table></section>\n");
  }

  private void script(List<Charts.Chart> charts) {
    out.append("<script type=\"application/json\" id=\"data\">");
    try {
      String json = new ObjectMapper().writeValueAsString(Charts.data(run, charts));
      out.append(json.replace("<", "\\u003c")); // so that no name can end the script
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
    out.append("</script>\n<script>\n/* uPlot. ").append(resource(UPLOT + "LICENSE"));
    out.append("*/\n").append(resource(UPLOT + "dist/uPlot.iife.min.js"));
    out.append("</script>\n<script>\n").append(resource("page.js"));
    out.append("</script>\n</body>\n</html>\n");
  }

  /** Markup with values in it, every one of which is escaped. */
  private void line(String markup, Object... values) {
    var escaped = new Object[values.length];
    for (int i = 0; i < values.length; i++) {
      escaped[i] = escaped(String.valueOf(values[i]));
    }
    out.append(String.format(Locale.ROOT, markup, escaped)).append('\n');
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  private static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  private static String decimals(double value, int places) {
    return String.format(Locale.ROOT, "%,." + places + "f", value);
  }

  private static String resource(String name) {
    try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the jar lacks " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
