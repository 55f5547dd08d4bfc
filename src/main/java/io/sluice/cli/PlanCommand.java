package io.sluice.cli;

import io.sluice.classify.RouteOptions;
import io.sluice.config.ConfigLoader;
import io.sluice.config.GatewayOptions;
import io.sluice.config.Loaded;
import io.sluice.plan.Amplification;
import io.sluice.plan.AmplificationText;
import io.sluice.plan.BackendForecast;
import io.sluice.plan.ForecastTable;
import io.sluice.plan.LaneForecast;
import io.sluice.plan.RouteLoad;
import io.sluice.plan.WorkersForecast;
import io.sluice.plan.WorkersText;
import io.sluice.simulate.AmplificationModel;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Says what clients that repeat their refusals make of a load, before they do. */
@Command(
    name = "plan",
    description = "Work out what retries make of a load, and what would keep it safe.",
    mixinStandardHelpOptions = true,
    versionProvider = Versions.class,
    footer = {
      "",
      "Example:",
      "  sluice plan --capacity 1045 --rate 2000 --retries 3",
      "  sluice plan --workers 8 --service-ms 7.7 --queue 64 --rate 2000",
      "  sluice plan --config conf/sluice.yaml --rate 2000 --service-ms 18"
    })
final class PlanCommand implements Callable<Integer> {
  @Mixin private PlanOptions options = new PlanOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    try {
      Path file = options.config();
      return file == null ? one() : all(file);
    } catch (IllegalArgumentException refused) {
      throw new ParameterException(spec.commandLine(), refused.getMessage(), refused);
    }
  }

  private int one() {
    AmplificationModel model = options.model();
    WorkersForecast workers = options.workers();
    Amplification amplification = Amplification.of(model);
    if (options.json()) {
      print(Json.pretty(json(amplification, workers)));
      return ExitCode.OK;
    }
    print(head(model));
    if (workers != null) {
      print(WorkersText.render(workers));
    }
    print("");
    print(AmplificationText.render(amplification));
    return ExitCode.OK;
  }

  private static String head(AmplificationModel model) {
    return String.format(
        Locale.ROOT,
        "%.0f/s offered, %.0f/s possible, each refusal repeated at once, %s%s",
        model.rate(),
        model.capacity(),
        isUnlimited(model) ? "until it succeeds" : "at most " + model.retries() + " times",
        Double.isInfinite(model.budget())
            ? ""
            : String.format(Locale.ROOT, ", by %.0f %% of the requests", 100 * model.budget()));
  }

  private static boolean isUnlimited(AmplificationModel model) {
    return model.retries() == AmplificationModel.UNLIMITED;
  }

  private static Map<String, Object> json(
      Amplification amplification, @Nullable WorkersForecast workers) {
    AmplificationModel model = amplification.model();
    var all = new LinkedHashMap<String, Object>();
    all.put("capacity", model.capacity());
    all.put("rate", model.rate());
    all.put("retries", isUnlimited(model) ? "unlimited" : model.retries());
    if (!Double.isInfinite(model.budget())) {
      all.put("budget", model.budget());
    }
    all.put("waste", model.waste());
    all.put("rounds", amplification.rounds());
    all.put("afterAnOutage", amplification.afterAnOutage());
    all.put("fixedPoint", amplification.fixedPoint());
    all.put("fixedPoints", amplification.fixedPoints());
    all.put("verdict", amplification.verdict());
    all.put("sustainsItself", amplification.sustainsItself());
    Double from = amplification.sustainedFrom();
    if (from != null) {
      all.put("sustainedFrom", from);
    }
    all.put("safeRetryRatio", Math.max(0, model.safeRetryRatio()));
    all.put("remedy", amplification.remedy());
    if (workers != null) {
      all.put("workers", workers);
    }
    return all;
  }

  private int all(Path file) {
    return switch (ConfigLoader.load(file, System::getenv)) {
      case Loaded.Valid valid -> {
        List<RouteLoad> loads = loads(valid.options());
        List<LaneForecast> lanes = lanes(valid.options(), loads);
        List<BackendForecast> backends = backends(valid.options(), loads, lanes);
        print(
            options.json()
                ? Json.pretty(new Forecasts(lanes, backends))
                : ForecastTable.render(lanes, backends));
        yield ExitCode.OK;
      }
      case Loaded.Invalid invalid -> {
        PrintWriter err = spec.commandLine().getErr();
        invalid.faults().forEach(err::println);
        yield ExitCode.SOFTWARE;
      }
    };
  }

  /** All that is said of a configuration, for JSON. */
  private record Forecasts(List<LaneForecast> lanes, List<BackendForecast> backends) {}

  private List<RouteLoad> loads(GatewayOptions gateway) {
    return RouteLoad.of(gateway.routes(), options.rates(), options.mixes(), options.services());
  }

  private List<LaneForecast> lanes(GatewayOptions gateway, List<RouteLoad> loads) {
    var lanes = new ArrayList<LaneForecast>();
    gateway
        .lanes()
        .forEach(
            (name, lane) -> {
              List<RouteLoad> here =
                  loads.stream().filter(load -> isOf(name, load.route())).toList();
              if (!here.isEmpty()) {
                lanes.add(LaneForecast.of(name, lane, here, options.retries()));
              }
            });
    return lanes;
  }

  /** Of those that are called; what runs in this process is not repeated. */
  private static List<BackendForecast> backends(
      GatewayOptions gateway, List<RouteLoad> loads, List<LaneForecast> lanes) {
    double total = loads.stream().mapToDouble(RouteLoad::rate).sum();
    var backends = new ArrayList<BackendForecast>();
    gateway
        .backends()
        .forEach(
            (name, backend) -> {
              List<RouteLoad> here =
                  loads.stream().filter(load -> load.route().backend().equals(name)).toList();
              if (backend.isProxied() && !here.isEmpty()) {
                double rate = here.stream().mapToDouble(RouteLoad::rate).sum();
                double capacity = lanes.stream().mapToDouble(lane -> lane.capacityOf(here)).sum();
                backends.add(
                    BackendForecast.of(
                        name, backend.retry(), gateway.retryBudget(), rate, total, capacity));
              }
            });
    return backends;
  }

  private static boolean isOf(String lane, RouteOptions route) {
    return route.lane().equals(lane);
  }

  private void print(String text) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(text);
    out.flush();
  }
}
