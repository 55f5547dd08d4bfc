package io.sluice.cli;

import io.sluice.Gateway;
import io.sluice.StartFailure;
import io.sluice.config.ConfigLoader;
import io.sluice.config.GatewayOptions;
import io.sluice.config.Loaded;
import io.sluice.experiment.GatewayLoad;
import io.sluice.experiment.RejectionExperiment.GatewayRuns;
import io.sluice.experiment.RejectionOptions;
import io.sluice.surge.Surge;
import io.sluice.surge.SurgePlan;
import io.sluice.surge.SurgeReport;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A real gateway in this process, on a port of its own, and real requests to it.
 *
 * @param gateway its configuration
 * @param warmUp load before each measured run
 * @param err where it is said what runs
 */
record ExperimentGateway(GatewayOptions gateway, Duration warmUp, PrintWriter err)
    implements GatewayRuns {
  /** From its file, which is told how large the pool is. */
  static ExperimentGateway of(
      Path config, RejectionOptions options, Duration warmUp, PrintWriter err) throws IOException {
    Map<String, String> environment = GatewayLoad.environment(options);
    return switch (ConfigLoader.load(config, environment::get)) {
      case Loaded.Valid valid -> new ExperimentGateway(valid.options(), warmUp, err);
      case Loaded.Invalid invalid -> throw new IOException(invalid.faults().getFirst().toString());
    };
  }

  @Override
  public List<SurgeReport> run(RejectionOptions options) throws StartFailure {
    Vertx vertx = Vertx.vertx(new VertxOptions().setPreferNativeTransport(true));
    try (Gateway running = Gateway.start(gateway)) {
      URI front = URI.create("http://127.0.0.1:" + running.port());
      var reports = new ArrayList<SurgeReport>();
      for (SurgePlan plan : GatewayLoad.heating(front, options, warmUp)) {
        say("the gateway, warming up");
        await(Surge.run(vertx, plan, second -> {}));
      }
      for (SurgePlan plan : GatewayLoad.plans(front, options, warmUp)) {
        say("the gateway, retry " + plan.retry().code());
        reports.add(await(Surge.run(vertx, plan, second -> {})));
      }
      return reports;
    } finally {
      await(vertx.close());
    }
  }

  private void say(String what) {
    err.println("running: " + what);
    err.flush();
  }

  private static <T> T await(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().join();
  }
}
