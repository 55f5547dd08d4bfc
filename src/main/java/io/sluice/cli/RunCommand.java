package io.sluice.cli;

import io.sluice.Gateway;
import io.sluice.StartFailure;
import io.sluice.config.ConfigLoader;
import io.sluice.config.GatewayOptions;
import io.sluice.config.Loaded;
import io.sluice.edge.tls.TlsEngine;
import io.sluice.time.WallClock;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs the gateway until SIGTERM, then drains it. */
@Command(
    name = "run",
    description = "Run the gateway that a configuration file describes, until SIGTERM.",
    mixinStandardHelpOptions = true,
    versionProvider = Versions.class,
    footer = {
      "",
      "Exit code: 0 drained, 1 invalid file or failure to start or to drain in time, 2 usage.",
      "Example: sluice run conf/sluice.yaml"
    })
final class RunCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "The configuration file.")
  private @Nullable Path file;

  @Override
  public Integer call() throws StartFailure, InterruptedException {
    Path read = Objects.requireNonNull(file);
    PrintWriter err = Objects.requireNonNull(spec).commandLine().getErr();
    return switch (ConfigLoader.load(read, System::getenv)) {
      case Loaded.Valid valid -> {
        valid.warnings().forEach(err::println);
        yield serve(read, valid.options());
      }
      case Loaded.Invalid invalid -> {
        invalid.faults().forEach(err::println);
        yield ExitCode.SOFTWARE;
      }
    };
  }

  private int serve(Path read, GatewayOptions options) throws StartFailure, InterruptedException {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    try (Termination termination = Termination.watch();
        Gateway gateway = Gateway.start(options)) {
      Rotation.onSignal(gateway::reopenAccessLog);
      banner(out, read, options, gateway);
      termination.await();
      out.println("draining: not ready any more, " + gateway.state().inFlight() + " in flight");
      out.flush();
      boolean drained = gateway.drain();
      out.println(
          drained
              ? "drained"
              : "gave up on "
                  + gateway.state().inFlight()
                  + " requests and streams after the drain time");
      out.flush();
      int exitCode = drained ? ExitCode.OK : ExitCode.SOFTWARE;
      termination.exitCode(exitCode);
      return exitCode;
    }
  }

  private static void banner(PrintWriter out, Path read, GatewayOptions options, Gateway gateway) {
    Instant started = Instant.ofEpochMilli(ManagementFactory.getRuntimeMXBean().getStartTime());
    Duration took = Duration.between(started, WallClock.SYSTEM.now());
    out.printf(
        Locale.ROOT,
        "sluice %s on JDK %s, %s transport, %d event loops%n",
        Versions.own(),
        Runtime.version(),
        gateway.isNativeTransport() ? "native" : "nio",
        gateway.loops());
    out.printf(
        Locale.ROOT,
        "listening on %s://%s:%d, admin on http://%s:%d%n",
        options.server().tls().isOn() ? "https" : "http",
        options.server().host(),
        gateway.port(),
        options.admin().host(),
        gateway.adminPort());
    if (options.server().tls().isOn()) {
      out.println("TLS by " + TlsEngine.description());
    }
    out.printf(
        Locale.ROOT,
        "%s: %s; started in %.2f s%n",
        read,
        CheckCommand.summary(options),
        took.toMillis() / 1000.0);
    out.flush();
  }
}
