package io.sluice.plan;

import io.sluice.simulate.AmplificationModel.Verdict;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;

/**
 * The forecasts of a whole configuration as text for people: its lanes, their tiers, its routes.
 */
public final class ForecastTable {
  private final Formatter out = new Formatter(Locale.ROOT);
  private final String lane;
  private final String route;

  private final String backend;

  private ForecastTable(List<LaneForecast> lanes, List<BackendForecast> backends) {
    backend =
        "%-" + width("backend", backends.stream().map(BackendForecast::backend).toList()) + "s";
    lane = "%-" + width("lane", lanes.stream().map(LaneForecast::lane).toList()) + "s";
    List<String> routes =
        lanes.stream().flatMap(it -> it.routes().stream()).map(RouteForecast::route).toList();
    route = "%-" + width("route", routes) + "s";
  }

  private static int width(String title, List<String> names) {
    return names.stream().mapToInt(String::length).reduce(title.length(), Math::max);
  }

  /** Lines without a trailing line break. */
  public static String render(List<LaneForecast> lanes, List<BackendForecast> backends) {
    var table = new ForecastTable(lanes, backends);
    table.lanes(lanes);
    table.shares(lanes);
    table.routes(lanes);
    table.backends(backends);
    table.remarks(lanes);
    table.remarksOnRetries(backends);
    return table.out.toString().stripTrailing();
  }

  private void lanes(List<LaneForecast> lanes) {
    out.format(lane + "  servers  capacity      load  used  full wait  verdict%n", "lane");
    for (LaneForecast it : lanes) {
      out.format(lane, it.lane());
      out.format(
          "  %7d  %6.0f/s  %6.0f/s  %3.0f%%  %6.1f ms  %s%n",
          it.servers(),
          it.capacity(),
          it.rate(),
          100 * it.utilisation(),
          it.fullWaitMillis(),
          word(it.verdict()));
    }
  }

  private void shares(List<LaneForecast> lanes) {
    out.format("%n" + lane + "  tier  of limit  reserve  guaranteed  shed from  alone%n", "lane");
    for (LaneForecast of : lanes) {
      for (TierForecast it : of.tiers()) {
        out.format(lane, of.lane());
        out.format(
            "  %-4s  %8d  %7d  %8.0f/s  %9d  %5d%n",
            it.tier().code(), of.limit(), it.reserve(), it.guaranteed(), it.shedFrom(), it.alone());
      }
    }
  }

  private void routes(List<LaneForecast> lanes) {
    out.format(
        "%n"
            + route
            + "  "
            + lane
            + "  tier      rate      left  refused       A  attempts/s"
            + "     wait  verdict%n",
        "route",
        "lane");
    for (LaneForecast of : lanes) {
      for (RouteForecast it : of.routes()) {
        out.format(route + "  " + lane, it.route(), of.lane());
        out.format(
            "  %-4s  %6.0f/s  %6.0f/s  %7.3f  %6s  %10s  %4.1f ms  %s%n",
            it.tier().code(),
            it.rate(),
            it.left(),
            it.refused(),
            number("%.2f", it.amplification()),
            number("%.0f", it.attempts()),
            it.waitMillis(),
            word(it.verdict()));
      }
    }
  }

  private void backends(List<BackendForecast> backends) {
    if (backends.isEmpty()) {
      return;
    }
    out.format("%n" + backend + "  attempts  budget      load   at most  verdict%n", "backend");
    for (BackendForecast it : backends) {
      out.format(backend, it.backend());
      out.format(
          "  %8d  %5.1f%%  %6.0f/s  %6.0f/s  %s%n",
          it.attempts(), 100 * it.budget(), it.rate(), it.mostPerSecond(), word(it.verdict()));
    }
  }

  private void remarksOnRetries(List<BackendForecast> backends) {
    for (BackendForecast it : backends) {
      if (it.verdict() == Verdict.METASTABLE) {
        out.format(
            "%n%s has room for %.0f %% of retries, and the gateway may make %.0f %%: a budget of less"
                + " keeps a failure from feeding itself.",
            it.backend(),
            Math.floor(100 * (it.capacity() / it.rate() - 1)),
            100 * (it.amplification() - 1));
      }
    }
  }

  private void remarks(List<LaneForecast> lanes) {
    for (LaneForecast it : lanes) {
      if (it.adaptive()) {
        out.format(
            "%n%s is adaptive: this is for the limit of %d it begins with, and it will follow the"
                + " backend.",
            it.lane(), it.limit());
      }
      if (it.verdict() == Verdict.OVERLOADED || it.verdict() == Verdict.DIVERGENT) {
        out.format(
            "%n%s does not fit: %.0f/s more than it can finish. What is left goes to the higher tiers"
                + " first.",
            it.lane(), it.rate() - it.capacity());
      } else if (it.verdict() == Verdict.METASTABLE) {
        out.format(
            "%n%s fits, but not with all retries: at most %.0f %% of the requests may be repeated.",
            it.lane(), Math.floor(100 * (it.capacity() / it.rate() - 1)));
      }
    }
  }

  private static String word(Verdict verdict) {
    return verdict.name().toLowerCase(Locale.ROOT);
  }

  private static String number(String form, double value) {
    return Double.isInfinite(value) ? "∞" : String.format(Locale.ROOT, form, value);
  }
}
