package io.sluice.cli;

import io.sluice.Gateway;
import io.sluice.StartFailure;
import io.sluice.config.ConfigLoader;
import io.sluice.config.GatewayOptions;
import io.sluice.config.Loaded;
import io.sluice.library.LibraryOptions;
import io.sluice.library.LibraryServer;
import io.sluice.surge.Load;
import io.sluice.surge.Surge;
import io.sluice.surge.SurgePlan;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * A short life with all that matters in it, on ports of its own: what the launcher's ahead-of-time
 * cache is made from. Library, gateway and clients in one process, overloaded for a moment.
 */
@Command(
    name = "rehearse",
    hidden = true,
    description = "Live through a short surge, for the launcher's ahead-of-time cache.",
    mixinStandardHelpOptions = true,
    versionProvider = Versions.class,
    footer = {"", "Example: sluice rehearse conf/sluice.yaml"})
final class RehearseCommand implements Callable<Integer> {
  private static final double PER_SECOND = 2000;
  private static final Duration LENGTH = Duration.ofSeconds(3);

  @Parameters(paramLabel = "FILE", description = "The demo's configuration file.")
  private @Nullable Path file;

  @Override
  public Integer call() throws StartFailure, IOException, InterruptedException {
    Vertx vertx = Vertx.vertx(new VertxOptions().setPreferNativeTransport(true));
    try {
      LibraryServer library =
          await(LibraryServer.start(vertx, LibraryOptions.defaults().withPort(0)));
      try (Gateway gateway = Gateway.start(options(library.port()))) {
        URI front = URI.create("http://127.0.0.1:" + gateway.port());
        await(
            Surge.run(vertx, SurgePlan.of(front, Load.poisson(PER_SECOND, LENGTH)), second -> {}));
        scrape(gateway.adminPort());
        gateway.drain();
      } finally {
        await(library.close());
      }
    } finally {
      await(vertx.close());
    }
    return 0;
  }

  private GatewayOptions options(int libraryPort) throws IOException {
    var env =
        Map.of(
            "SLUICE_PORT", "0",
            "SLUICE_ADMIN_PORT", "0",
            "SLUICE_BACKEND_URL", "http://127.0.0.1:" + libraryPort);
    return switch (ConfigLoader.load(Objects.requireNonNull(file), env::get)) {
      case Loaded.Valid valid -> valid.options();
      case Loaded.Invalid invalid -> throw new IOException(invalid.faults().getFirst().toString());
    };
  }

  private static void scrape(int port) throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      client.send(
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics")).build(),
          BodyHandlers.discarding());
    }
  }

  private static <T> T await(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().join();
  }
}
