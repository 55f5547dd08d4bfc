package io.sluice.experiment;

import io.sluice.surge.SurgeReport;
import io.sluice.time.NanoClock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The same open-loop load into a pool that cannot hold it, once for each {@link Mode}, then through
 * the gateway. Blocks for about as long as all of them last; the calling thread is the submitter.
 */
public final class RejectionExperiment {
  private static final List<Mode> MODES = List.of(Mode.values());

  /** The same load through a gateway; it blocks until the reports are there. */
  @FunctionalInterface
  public interface GatewayRuns {
    /** No gateway at all. */
    GatewayRuns NONE = options -> List.of();

    List<SurgeReport> run(RejectionOptions options) throws Exception;
  }

  private final RejectionOptions options;
  private final NanoClock clock;
  private final Consumer<String> progress;

  /**
   * @param progress is told what begins, in words
   */
  public RejectionExperiment(RejectionOptions options, NanoClock clock, Consumer<String> progress) {
    this.options = options;
    this.clock = clock;
    this.progress = progress;
  }

  /** Runs all of it. */
  public RejectionReport run(String machine, GatewayRuns gateway) throws Exception {
    var loop = new OpenLoop(options, clock);
    var results = new ArrayList<ModeResult>();
    for (Mode mode : MODES) {
      progress.accept(mode.title());
      results.add(loop.run(mode));
    }
    return RejectionReport.of(machine, options, MODES, results, gateway.run(options));
  }
}
