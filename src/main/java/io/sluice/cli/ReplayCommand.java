package io.sluice.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.config.ConfigLoader;
import io.sluice.config.GatewayOptions;
import io.sluice.config.Loaded;
import io.sluice.simulate.Replay;
import io.sluice.simulate.ReplayResult;
import io.sluice.simulate.replay.LogReader;
import io.sluice.simulate.replay.RecordedLog;
import io.sluice.simulate.report.ReplayReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Sends recorded requests through the lanes of another configuration, in virtual time. */
@Command(
    name = "replay",
    description = "Say what another configuration would have admitted of recorded traffic.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "ACCESS_LOG is Sluice's own in JSON, or the combined format and a request time in seconds.",
      "Exit code: 0 replayed, 1 a file is invalid or unreadable, 2 usage.",
      "",
      "Example:",
      "  sluice replay access.log --config new.yaml --current conf/sluice.yaml"
    })
final class ReplayCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "ACCESS_LOG", description = "The recorded traffic.")
  private Path file = Path.of("");

  @Option(
      names = "--config",
      required = true,
      paramLabel = "NEW",
      description = "The configuration to try.")
  private Path candidate = Path.of("");

  @Option(
      names = "--current",
      paramLabel = "OLD",
      description = "The one that was in force: replayed too, and compared with. Else the log is.")
  private @Nullable Path current;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Of what has to be drawn. Default: 1.")
  private int seed;

  @Option(names = "--json", description = "As JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    CommandLine line = spec.commandLine();
    GatewayOptions wanted = load(candidate);
    GatewayOptions before = current == null ? wanted : load(current);
    if (wanted == null || before == null) {
      return ExitCode.SOFTWARE;
    }
    RecordedLog log = read();
    if (!log.faults().isEmpty()) {
      log.faults().forEach(line.getErr()::println);
      return ExitCode.SOFTWARE;
    }
    if (log.requests().isEmpty()) {
      line.getErr().println(file + ": no request in it (expected: at least one)");
      return ExitCode.SOFTWARE;
    }
    ReplayResult tried = run(log, wanted, before);
    ReplayResult then = current == null ? null : run(log, before, before);
    print(new ReplayReport(log, tried, then), line.getOut());
    return ExitCode.OK;
  }

  private RecordedLog read() throws IOException {
    try {
      return LogReader.read(file);
    } catch (NoSuchFileException e) {
      throw new IOException(file + ": no such file", e);
    }
  }

  private void print(ReplayReport report, PrintWriter out) throws IOException {
    if (json) {
      var writer = new ObjectMapper().writerWithDefaultPrettyPrinter();
      out.println(writer.writeValueAsString(report.json()));
    } else {
      out.print(report.text());
    }
    out.flush();
  }

  private ReplayResult run(RecordedLog log, GatewayOptions options, GatewayOptions before) {
    return Replay.run(log.requests(), of(options), of(before), seed);
  }

  private static Replay.Configuration of(GatewayOptions options) {
    var backends = new LinkedHashMap<String, Replay.CallOptions>();
    options
        .backends()
        .forEach(
            (name, backend) ->
                backends.put(name, new Replay.CallOptions(backend.retry(), backend.breaker())));
    return new Replay.Configuration(
        options.lanes(), options.routes(), options.hints(), options.retryBudget(), backends);
  }

  /** Null if it is invalid, which has been said then. */
  private @Nullable GatewayOptions load(Path from) {
    return switch (ConfigLoader.load(from, System::getenv)) {
      case Loaded.Valid valid -> valid.options();
      case Loaded.Invalid invalid -> {
        invalid.faults().forEach(Objects.requireNonNull(spec).commandLine().getErr()::println);
        yield null;
      }
    };
  }
}
