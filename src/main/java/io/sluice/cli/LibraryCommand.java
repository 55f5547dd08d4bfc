package io.sluice.cli;

import io.sluice.library.Behaviour;
import io.sluice.library.LibraryOptions;
import io.sluice.library.LibraryServer;
import io.vertx.core.Future;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code sluice library}: the stand-alone library backend, until SIGTERM. */
@Command(
    name = "library",
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    description = {
      "Runs the library backend: an ordinary HTTP server on an embedded database.",
      "GET /stats counts what became of its calls; POST /knobs slows it down while it runs,",
      "POST /endpoints one of its instances, or takes it down; GET /ledger counts its loans."
    },
    footerHeading = "%nExample:%n",
    footer = "  sluice library --port 8081 --workers 8 --service-ms 6 --queue 10000")
public final class LibraryCommand implements Callable<Integer> {
  private static final LibraryOptions DEFAULTS = LibraryOptions.defaults();
  // Kept in a field because a logger that nobody holds forgets its level.
  private static final Logger POOL_LOG = Logger.getLogger("com.zaxxer.hikari");

  @SuppressWarnings("NullAway.Init") // set by picocli before call()
  @Spec
  private CommandSpec spec;

  @Option(names = "--host", paramLabel = "ADDRESS", description = "Address to listen on.")
  private String host = DEFAULTS.host();

  @Option(names = "--port", paramLabel = "PORT", description = "0 picks a free one.")
  private int port = DEFAULTS.port();

  @Option(
      names = "--endpoints",
      paramLabel = "N",
      description = "Instances: as many ports in a row, one service and database behind them.")
  private int endpoints = DEFAULTS.endpoints();

  @Option(names = "--event-loops", paramLabel = "N", description = "Event loops.")
  private int eventLoops = DEFAULTS.eventLoops();

  @Option(names = "--workers", paramLabel = "N", description = "Threads that do the work.")
  private int workers = DEFAULTS.workers();

  @Option(
      names = "--queue",
      paramLabel = "N",
      description = "Calls that may wait for a worker; more are answered 503.")
  private int queue = DEFAULTS.queue();

  @Option(
      names = "--connections",
      paramLabel = "N",
      description = "Database connections; a call holds one for its whole service time.")
  private int connections = DEFAULTS.connections();

  @Option(
      names = "--service-ms",
      paramLabel = "MS",
      description = "Service time of a call in milliseconds.")
  private double serviceMs = DEFAULTS.serviceTime().toMillis();

  @Option(
      names = "--failure-rate",
      paramLabel = "SHARE",
      description = "Share of calls answered 500, 0 to 1.")
  private double failureRate = DEFAULTS.failureRate();

  @Option(names = "--stock", paramLabel = "N", description = "Copies of each title.")
  private int stock = DEFAULTS.stock();

  @Override
  public Integer call() {
    POOL_LOG.setLevel(Level.WARNING);
    LibraryOptions options = options();
    try (Termination termination = Termination.watch()) {
      LibraryServer server = get(LibraryServer.start(null, options));
      try {
        announce(server);
        termination.await();
      } finally {
        get(server.close());
      }
    } catch (ExecutionException e) {
      complain(options, Objects.requireNonNullElse(e.getCause(), e));
      return 1;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return 0;
  }

  private LibraryOptions options() {
    try {
      return new LibraryOptions(
          host,
          port,
          endpoints,
          eventLoops,
          workers,
          queue,
          connections,
          Duration.ofNanos(Math.round(serviceMs * 1e6)),
          failureRate,
          stock,
          DEFAULTS.loansKept());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private void announce(LibraryServer server) {
    LibraryOptions options = server.options();
    String serviceMsText = Behaviour.of(options.serviceTime(), 0).serviceMsText();
    var out = spec.commandLine().getOut();
    out.printf(
        "library listening on %s (%d workers, %s ms, queue %d)%n",
        addresses(server), options.workers(), serviceMsText, options.queue());
    out.flush();
  }

  private static String addresses(LibraryServer server) {
    return server.ports().stream()
        .map(port -> "http://" + server.options().host() + ":" + port)
        .collect(Collectors.joining(", "));
  }

  private void complain(LibraryOptions options, Throwable failure) {
    String what =
        failure instanceof IOException // native transports have exceptions of their own
            ? "cannot listen on " + options.host() + ":" + options.port() + ": "
            : "cannot start: ";
    spec.commandLine().getErr().println("library: " + what + failure.getMessage());
    spec.commandLine().getErr().flush();
  }

  private static <T> T get(Future<T> future) throws ExecutionException, InterruptedException {
    return future.toCompletionStage().toCompletableFuture().get();
  }
}
