package io.sluice.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.config.ScenarioLoader;
import io.sluice.config.ScenarioLoader.Scenario;
import io.sluice.simulate.RandomScenario;
import io.sluice.simulate.Rehearsal;
import io.sluice.simulate.report.HtmlReport;
import io.sluice.simulate.report.JsonReport;
import io.sluice.simulate.report.TextReport;
import io.sluice.simulate.scenario.ScenarioOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Rehearses a scenario in virtual time: the gateway's own decisions between modelled ends. */
@Command(
    name = "simulate",
    description = "Rehearse a scenario in virtual time and see whether it ends as expected.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Exit code: 0 everything expected held, 1 it did not or the file is invalid, 2 usage.",
      "",
      "Example:",
      "  sluice simulate conf/scenarios/surge.yaml",
      "  sluice simulate conf/scenarios/surge.yaml --seeds 8 --html surge.html",
      "  sluice simulate --list"
    })
final class SimulateCommand implements Callable<Integer> {
  private static final Path SCENARIOS = Path.of("conf/scenarios");

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "SCENARIO", arity = "0..1", description = "The scenario file.")
  private @Nullable Path file;

  @Option(names = "--seed", paramLabel = "N", description = "Instead of the scenario's own.")
  private @Nullable Integer seed;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "1",
      description = "Run with so many seeds, of which the worst counts.")
  private int seeds;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "Simulate so long instead, the warm-up included.")
  private @Nullable Integer seconds;

  @Option(names = "--json", description = "As JSON.")
  private boolean json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Write a page with charts over time, too: one file, which needs no network.")
  private @Nullable Path html;

  @Option(
      names = "--random",
      paramLabel = "SEED",
      description = "Instead of a file, a scenario drawn from this seed.")
  private @Nullable Integer drawn;

  @Option(names = "--list", description = "List the scenarios of conf/scenarios.")
  private boolean list;

  @Override
  public Integer call() throws IOException {
    if (list) {
      return list();
    }
    CommandLine line = spec.commandLine();
    if ((file == null) == (drawn == null)) {
      throw new ParameterException(
          line, "either SCENARIO or --random SEED (expected: one of them)");
    }
    if (seeds < 1 || seeds > 1000) {
      throw new ParameterException(line, "--seeds: " + seeds + " (expected: 1..1000)");
    }
    if (file == null) {
      return run("random-" + drawn, RandomScenario.of(Objects.requireNonNull(drawn)));
    }
    return switch (ScenarioLoader.load(file, System::getenv)) {
      case Scenario.Valid valid -> {
        valid.warnings().forEach(line.getErr()::println);
        yield run(nameOf(file), valid.options());
      }
      case Scenario.Invalid invalid -> {
        invalid.faults().forEach(line.getErr()::println);
        yield ExitCode.SOFTWARE;
      }
    };
  }

  private int run(String name, ScenarioOptions scenario) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    Rehearsal rehearsal = Rehearsal.of(name, asked(scenario), seeds);
    if (json) {
      var writer = new ObjectMapper().writerWithDefaultPrettyPrinter();
      out.println(writer.writeValueAsString(JsonReport.of(rehearsal)));
    } else {
      out.print(TextReport.of(rehearsal));
    }
    if (html != null) {
      Files.writeString(html, HtmlReport.of(rehearsal));
    }
    out.flush();
    return rehearsal.holds() ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  /** The scenario as the command line wants it. */
  private ScenarioOptions asked(ScenarioOptions written) {
    CommandLine line = spec.commandLine();
    ScenarioOptions scenario = written;
    if (seconds != null) {
      Duration time = Duration.ofSeconds(seconds);
      if (time.compareTo(scenario.warmUp()) <= 0 || time.compareTo(Duration.ofDays(1)) > 0) {
        throw new ParameterException(
            line,
            "--seconds: %d (expected: more than the warm-up, %d s, and at most 86400)"
                .formatted(seconds, scenario.warmUp().toSeconds()));
      }
      scenario = scenario.lasting(time);
    }
    if (seed != null && seed < 0) {
      throw new ParameterException(line, "--seed: " + seed + " (expected: 0..2147483647)");
    }
    return seed == null ? scenario : scenario.withSeed(seed);
  }

  private static String nameOf(Path from) {
    return from.getFileName().toString().replaceAll("\\.ya?ml$", "");
  }

  private int list() throws IOException {
    CommandLine line = spec.commandLine();
    if (!Files.isDirectory(SCENARIOS)) {
      line.getErr().println("simulate: no folder " + SCENARIOS + " here");
      return ExitCode.SOFTWARE;
    }
    int code = ExitCode.OK;
    for (Path each : scenarios()) {
      switch (ScenarioLoader.load(each, System::getenv)) {
        case Scenario.Valid valid ->
            line.getOut().printf("%-44s  %s%n", each, valid.options().about());
        case Scenario.Invalid invalid -> {
          invalid.faults().forEach(line.getErr()::println);
          code = ExitCode.SOFTWARE;
        }
      }
    }
    line.getOut().flush();
    return code;
  }

  private static List<Path> scenarios() throws IOException {
    try (Stream<Path> files = Files.list(SCENARIOS)) {
      return files.filter(f -> f.toString().endsWith(".yaml")).sorted().toList();
    }
  }
}
