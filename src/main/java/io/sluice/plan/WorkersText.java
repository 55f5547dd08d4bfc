package io.sluice.plan;

import java.util.Formatter;
import java.util.Locale;

/** A {@link WorkersForecast} as text for people. */
public final class WorkersText {
  private WorkersText() {}

  /** Lines without a trailing line break. */
  public static String render(WorkersForecast facts) {
    var out = new Formatter(Locale.ROOT);
    out.format(
        "%d workers of %s ms: %.0f/s%n",
        facts.workers(), plain(facts.serviceMillis()), facts.capacity());
    QueueForecast waits = facts.waits();
    if (waits != null) {
      out.format(
          "a full queue of %d makes a newcomer wait %.1f ms; it is done after %.1f ms%n",
          facts.queue(), waits.fullWaitMillis(), waits.fullStayMillis());
      out.format(
          "with this load %.1f of them are busy and %.1f requests wait, %.1f ms each (Little);"
              + " %.1f %% find the queue full%n",
          waits.busy(), waits.waiting(), waits.waitMillis(), 100 * waits.refused());
    }
    shares(facts, out);
    return out.toString().stripTrailing();
  }

  private static void shares(WorkersForecast facts, Formatter out) {
    out.format(
        "%na lane of %d permits in front of them, each held %.1f ms when all are%n",
        facts.limit(), facts.held());
    out.format("tier  reserve  guaranteed  shed from  alone, lend 0%%  alone, lend 100%%%n");
    for (int i = 0; i < facts.hard().size(); i++) {
      TierForecast hard = facts.hard().get(i);
      out.format(
          "%-4s  %7d  %8.0f/s  %9d  %14d  %16d%n",
          hard.tier().code(),
          hard.reserve(),
          hard.guaranteed(),
          hard.shedFrom(),
          hard.alone(),
          facts.lent().get(i).alone());
    }
  }

  private static String plain(double value) {
    return value == Math.rint(value)
        ? Long.toString((long) value)
        : String.format(Locale.ROOT, "%.2f", value);
  }
}
