package io.sluice.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.surge.Calibration;
import io.sluice.surge.Progress;
import io.sluice.surge.ReportTable;
import io.sluice.surge.Surge;
import io.sluice.surge.SurgePlan;
import io.sluice.surge.TargetUnreachableException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code sluice surge}: open-loop load against a URL, and what became of it. */
@Command(
    name = "surge",
    mixinStandardHelpOptions = true,
    description = {
      "Sends open-loop load to URL and reports what became of it.",
      "Requests are due on a schedule that never waits for answers, and latency counts from when"
          + " a request was due."
    },
    footer = {
      "",
      "Example:",
      "  sluice surge http://localhost:8080 --rate 2000 --seconds 5 --warm-up 3s --retry naive"
    })
public final class SurgeCommand implements Callable<Integer> {
  @Mixin private SurgeOptions options = new SurgeOptions();

  @Option(
      names = "--closed",
      paramLabel = "N",
      description =
          "Measure capacity instead: N connections, each asking again as soon as it was answered.")
  private int closed;

  @Option(names = "--json", description = "Print the report as JSON, and no progress.")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    SurgePlan plan = plan();
    var vertx =
        Vertx.vertx(
            new VertxOptions()
                .setPreferNativeTransport(true)
                .setEventLoopPoolSize(plan.loops() + 1));
    try {
      String report = await(closed > 0 ? calibrate(vertx, plan) : surge(vertx, plan));
      print(spec.commandLine().getOut(), report);
      return 0;
    } catch (CompletionException failure) {
      if (failure.getCause() instanceof TargetUnreachableException unreachable) {
        print(spec.commandLine().getErr(), "surge: " + unreachable.getMessage());
        return 1;
      }
      throw failure;
    } finally {
      await(vertx.close());
    }
  }

  private SurgePlan plan() {
    try {
      if (closed < 0) {
        throw new IllegalArgumentException("--closed: " + closed + " (expected: 1 or more)");
      }
      SurgePlan plan = options.plan();
      return closed > 0 ? plan.withConnections(closed) : plan;
    } catch (IllegalArgumentException refused) {
      throw new ParameterException(spec.commandLine(), refused.getMessage(), refused);
    }
  }

  private Future<String> surge(Vertx vertx, SurgePlan plan) {
    return Surge.run(vertx, plan, json ? second -> {} : this::show)
        .map(report -> json ? toJson(report) : ReportTable.render(report));
  }

  private Future<String> calibrate(Vertx vertx, SurgePlan plan) {
    return Calibration.run(vertx, plan)
        .map(capacity -> json ? toJson(capacity) : ReportTable.render(capacity));
  }

  private void show(Progress second) {
    print(
        spec.commandLine().getErr(),
        String.format(
            Locale.ROOT,
            "%4d s%s  sent %6d  ok %6d  shed %6d  late %6d",
            second.second(),
            second.warmingUp() ? " (warm-up)" : "",
            second.sent(),
            second.ok(),
            second.shed(),
            second.late()));
  }

  private static String toJson(Object report) {
    try {
      return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(report);
    } catch (JsonProcessingException bug) {
      throw new IllegalStateException(bug);
    }
  }

  private static <T> T await(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().join();
  }

  private static void print(PrintWriter out, String text) {
    out.println(text);
    out.flush();
  }
}
