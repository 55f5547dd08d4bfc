package io.sluice.simulate.report;

import io.sluice.simulate.BackendResult;
import io.sluice.simulate.BackendResult.BreakerResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a gateway's own retries and breakers did, in lines and as a tree. */
final class BackendLines {
  private static final double PER_HUNDRED = 100;

  private BackendLines() {}

  /**
   * A line of it.
   *
   * @param label what it is about
   */
  record Line(String label, String text) {}

  /**
   * Nothing of those that did nothing.
   *
   * @param budgetRefusals of the gateway's budget
   */
  static List<Line> of(Map<String, BackendResult> backends, long budgetRefusals) {
    var lines = new ArrayList<Line>();
    backends.forEach((name, backend) -> add(lines, name, backend));
    if (budgetRefusals > 0) {
      lines.add(line("budget", "%,d retries refused by that of the gateway", budgetRefusals));
    }
    return lines;
  }

  private static void add(List<Line> lines, String name, BackendResult backend) {
    if (backend.attempts() > backend.requests() || backend.budgetRefusals() > 0) {
      lines.add(
          line(
              "retries",
              "%,d attempts at %,d requests, %.3f each; %,d refused by the budget; backend %s",
              backend.attempts(),
              backend.requests(),
              backend.amplification(),
              backend.budgetRefusals(),
              name));
    }
    BreakerResult breaker = backend.breaker();
    if (breaker != null) {
      lines.add(
          line(
              "breaker",
              "opened %,d times, and %,d times by a probe; closed %,d times; %,d probes;"
                  + " %,d calls refused; not closed for %.2f%% of the time; backend %s",
              breaker.opened(),
              breaker.reopened(),
              breaker.closed(),
              breaker.probes(),
              breaker.refused(),
              PER_HUNDRED * breaker.openShare(),
              name));
    }
  }

  @SuppressWarnings("AnnotateFormatMethod") // its formats are literals in this file
  private static Line line(String label, String format, Object... values) {
    return new Line(label, String.format(Locale.ROOT, format, values));
  }

  /** As a tree, by name of the backend. */
  static Map<String, Object> tree(Map<String, BackendResult> backends) {
    var all = new LinkedHashMap<String, Object>();
    backends.forEach((name, backend) -> all.put(name, tree(backend)));
    return all;
  }

  private static Map<String, Object> tree(BackendResult backend) {
    var each = new LinkedHashMap<String, Object>();
    each.put("requests", backend.requests());
    each.put("attempts", backend.attempts());
    each.put("amplification", backend.amplification());
    each.put("budgetRefusals", backend.budgetRefusals());
    each.put("retryShare", backend.retryShare());
    BreakerResult breaker = backend.breaker();
    if (breaker != null) {
      each.put("breaker", tree(breaker));
    }
    return each;
  }

  private static Map<String, Object> tree(BreakerResult breaker) {
    var each = new LinkedHashMap<String, Object>();
    each.put("opened", breaker.opened());
    each.put("reopened", breaker.reopened());
    each.put("closed", breaker.closed());
    each.put("probes", breaker.probes());
    each.put("probesPerCooldown", breaker.probesPerCooldown());
    each.put("refused", breaker.refused());
    each.put("openShare", breaker.openShare());
    each.put("recoveryMs", breaker.recoveryMillis());
    return each;
  }
}
