package io.sluice.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.surge.Calibration;
import io.sluice.surge.Capacity;
import io.sluice.surge.Load;
import io.sluice.surge.Mix;
import io.sluice.surge.Progress;
import io.sluice.surge.Retry;
import io.sluice.surge.Surge;
import io.sluice.surge.SurgePlan;
import io.sluice.surge.SurgeReport;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs the demonstration: library, gateway and clients are processes of their own, as they would be
 * in earnest. Blocks until it is over.
 */
public final class Demo {
  private static final int WORKERS = 8;
  private static final int CALIBRATION_CONNECTIONS = 3 * WORKERS;
  private static final Duration CLIENT_TIMEOUT = Duration.ofMillis(500);
  private static final Duration HEATING = Duration.ofSeconds(8);

  private final DemoOptions options;
  private final PrintWriter out;
  private final List<DemoRun> runs = new ArrayList<>();

  public Demo(DemoOptions options, PrintWriter out) {
    this.options = options;
    this.out = out;
  }

  /** Runs all of it; the processes' logs are kept if something goes wrong. */
  public void run() throws IOException, InterruptedException {
    if (!Files.isReadable(options.config())) {
      throw new IOException(options.config() + " cannot be read; name a file with --config");
    }
    Path folder = Files.createTempDirectory("sluice-demo");
    Vertx vertx = Vertx.vertx(new VertxOptions().setPreferNativeTransport(true));
    try (var probe = new Probe()) {
      checkPorts(probe);
      if (options.inProcess()) {
        inProcess(vertx, probe, folder);
      } else {
        proxied(vertx, probe, folder);
      }
      for (String log : List.of("library.log", "run.log")) {
        Files.deleteIfExists(folder.resolve(log));
      }
      Files.delete(folder);
    } finally {
      vertx.close();
    }
  }

  private void checkPorts(Probe probe) throws IOException {
    var wanted = new ArrayList<>(List.of(options.port(), options.adminPort()));
    if (!options.inProcess()) {
      wanted.add(options.backendPort());
    }
    for (int port : wanted) {
      if (probe.isTaken(port)) {
        throw new IOException(
            "port " + port + " is in use; choose others with --port, --admin-port, --backend-port");
      }
    }
  }

  private void proxied(Vertx vertx, Probe probe, Path folder)
      throws IOException, InterruptedException {
    String library = "http://127.0.0.1:" + options.backendPort();
    try (Child backend =
        Child.start(
            folder,
            Map.of(),
            "library",
            "--port",
            Integer.toString(options.backendPort()),
            "--workers",
            Integer.toString(WORKERS))) {
      probe.awaitOk(library + "/health", backend);
      say("library: its own process on %s, %d workers of 6 ms each".formatted(library, WORKERS));
      double capacity = calibrate(vertx, URI.create(library));
      Offer offer = Offer.of(options.load(), capacity);
      for (Retry retry : offer.clients(false)) {
        surge(vertx, probe, library, true, URI.create(library), offer, retry);
      }
      try (Child gateway = gateway(folder, probe, library)) {
        URI front = URI.create("http://127.0.0.1:" + options.port());
        heat(vertx, front, offer);
        for (Retry retry : offer.clients(true)) {
          surge(vertx, probe, library, false, front, offer, retry);
        }
        finish(capacity, offer, List.of(gateway.log(), backend.log()));
      }
    }
  }

  private void inProcess(Vertx vertx, Probe probe, Path folder)
      throws IOException, InterruptedException {
    try (Child gateway = gateway(folder, probe, null)) {
      URI front = URI.create("http://127.0.0.1:" + options.port());
      say(
          "library: inside the gateway, on its worker executor, %d workers of 6 ms each"
              .formatted(WORKERS));
      double capacity = calibrate(vertx, front);
      Offer offer = Offer.of(options.load(), capacity);
      heat(vertx, front, offer);
      for (Retry retry : offer.clients(true)) {
        surge(vertx, probe, null, false, front, offer, retry);
      }
      finish(capacity, offer, List.of(gateway.log()));
    }
  }

  private Child gateway(Path folder, Probe probe, @Nullable String library)
      throws IOException, InterruptedException {
    var environment =
        new HashMap<>(
            Map.of(
                "SLUICE_PORT", Integer.toString(options.port()),
                "SLUICE_ADMIN_PORT", Integer.toString(options.adminPort())));
    if (library != null) {
      environment.put("SLUICE_BACKEND_URL", library);
    }
    Child gateway = Child.start(folder, environment, "run", options.config().toString());
    try {
      probe.awaitOk("http://127.0.0.1:" + options.adminPort() + "/readyz", gateway);
    } catch (IOException | InterruptedException e) {
      gateway.close();
      throw e;
    }
    say(
        "gateway: its own process on port %d, metrics on http://127.0.0.1:%d/metrics, %s"
            .formatted(options.port(), options.adminPort(), options.config()));
    return gateway;
  }

  /** Closed loop: nobody can overload anything that way, which makes it the measure of capacity. */
  private double calibrate(Vertx vertx, URI target) throws IOException {
    // Two for each worker keep below the watermark of a gateway: nobody is refused.
    int connections = options.inProcess() ? 2 * WORKERS : CALIBRATION_CONNECTIONS;
    Load load = Load.constant(1, Duration.ofSeconds(4)).after(Duration.ofSeconds(10));
    Capacity capacity =
        await(Calibration.run(vertx, SurgePlan.of(target, load).withConnections(connections)));
    say(
        ("capacity, measured closed-loop with %d connections: %.0f/s, so a real service time of"
                + " %.2f ms%n")
            .formatted(connections, capacity.perSecond(), capacity.serviceMillis(WORKERS)));
    return capacity.perSecond();
  }

  /** A virtual machine that has just started is slow; users would meet one that has not. */
  private void heat(Vertx vertx, URI front, Offer offer) throws IOException {
    say("through Sluice: warming up");
    for (double perSecond = Offer.REFERENCE_PER_SECOND;
        perSecond < offer.perSecond();
        perSecond *= 2) {
      heat(vertx, front, offer.mix(), perSecond, HEATING);
    }
    heat(vertx, front, offer.mix(), offer.perSecond(), HEATING.multipliedBy(2));
  }

  private void heat(Vertx vertx, URI front, Mix mix, double perSecond, Duration length)
      throws IOException {
    Load load = Load.poisson(perSecond, length);
    await(Surge.run(vertx, SurgePlan.of(front, load).withMix(mix), this::progress));
  }

  private void surge(
      Vertx vertx,
      Probe probe,
      @Nullable String library,
      boolean direct,
      URI target,
      Offer offer,
      Retry retry)
      throws IOException, InterruptedException {
    if (library != null) {
      probe.awaitIdle(library);
    }
    Load load =
        Load.poisson(offer.perSecond(), options.window())
            .after(options.warmUp(), direct ? Offer.P0_PER_SECOND : offer.perSecond());
    SurgePlan plan =
        SurgePlan.of(target, load)
            .withMix(offer.mix())
            .withRetry(retry)
            .withTimeout(CLIENT_TIMEOUT);
    say(
        "%s: %.0f/s for %d s, clients: %s"
            .formatted(
                direct ? "direct" : "through Sluice",
                offer.perSecond(),
                options.window().toSeconds(),
                retry.code()));
    // What the warm-up left undone is not this run's.
    Future<?> reset =
        library == null
            ? Future.succeededFuture()
            : vertx
                .timer(load.warmUp().toMillis(), TimeUnit.MILLISECONDS)
                .compose(_ -> Future.fromCompletionStage(probe.reset(library)));
    SurgeReport report = await(Surge.run(vertx, plan, this::progress));
    await(reset);
    long zombies = -1;
    if (library != null) {
      JsonNode stats = probe.awaitIdle(library);
      zombies = stats.path("zombies").asLong();
    }
    runs.add(new DemoRun(direct, report, zombies));
    if (report.fellBehind()) {
      say("  the load generator itself fell behind; this machine is too small for this load");
    }
  }

  private void progress(Progress second) {
    say(
        "  %s %2d s: sent %6d, in time %6d, shed %6d, late %6d"
            .formatted(
                second.warmingUp() ? "warm-up" : "measure",
                second.second(),
                second.sent(),
                second.ok(),
                second.shed(),
                second.late()));
  }

  private void finish(double capacity, Offer offer, List<Path> logs) throws InterruptedException {
    var report = new DemoReport(capacity, offer.perSecond(), runs);
    out.println();
    out.print(report.table());
    out.println();
    out.println(report.reading());
    out.flush();
    if (options.keep()) {
      say("");
      say("Everything is still running; Ctrl-C ends it. Try:");
      say("  curl -i http://127.0.0.1:%d/titles/7".formatted(options.port()));
      say("  curl -s http://127.0.0.1:%d/metrics | grep sluice_".formatted(options.adminPort()));
      say("  logs: " + String.join(", ", logs.stream().map(Path::toString).toList()));
      new CountDownLatch(1).await();
    }
  }

  private static <T> T await(Future<T> future) throws IOException {
    try {
      return future.toCompletionStage().toCompletableFuture().join();
    } catch (CompletionException e) {
      throw new IOException(e.getCause() == null ? e.getMessage() : e.getCause().getMessage(), e);
    }
  }

  private void say(String line) {
    out.println(line);
    out.flush();
  }
}
