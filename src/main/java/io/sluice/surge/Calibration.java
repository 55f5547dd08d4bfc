package io.sluice.surge;

import io.sluice.time.NanoClock;
import io.sluice.time.Randomness;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientAgent;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Measures what a target can do: so many connections, each asking again as soon as it was answered.
 * A closed loop cannot overload anybody, which makes it the right measure of capacity and the wrong
 * one of anything else.
 */
public final class Calibration {
  private Calibration() {}

  /**
   * Runs all of the plan's connections back to back for the warm-up and the window of its load;
   * rate, arrivals and retry do not matter.
   */
  public static Future<Capacity> run(Vertx vertx, SurgePlan plan) {
    HttpClientAgent client = Target.client(vertx, plan);
    return Target.probe(client, plan)
        .compose(reachable -> EventLoops.open(vertx, plan.loops()))
        .compose(loops -> run(loops, client, plan).eventually(loops::close))
        .eventually(client::close);
  }

  private static Future<Capacity> run(EventLoops loops, HttpClientAgent client, SurgePlan plan) {
    NanoClock clock = NanoClock.SYSTEM;
    Window window = plan.load().windowFrom(clock.nanoTime());
    var random = new SplittableRandom(plan.seed());
    String runName = Integer.toHexString(Randomness.generator().nextInt());
    List<Future<ClosedLoop>> finished = new ArrayList<>();
    for (int i = 0; i < plan.loops(); i++) {
      var loop =
          new ClosedLoop(
              loops.contexts().get(i),
              client,
              plan,
              window,
              runName + "-" + i + "-",
              clock,
              random.split());
      finished.add(loop.start());
    }
    return Future.all(finished).map(all -> capacity(plan, window, all.list()));
  }

  private static Capacity capacity(SurgePlan plan, Window window, List<ClosedLoop> loops) {
    long succeeded = 0;
    long sheds = 0;
    long failed = 0;
    var latency = Latency.histogram();
    for (ClosedLoop loop : loops) {
      succeeded += loop.succeeded();
      sheds += loop.sheds();
      failed += loop.failed();
      latency.add(loop.latency());
    }
    return new Capacity(
        plan.connectionsPerLoop() * plan.loops(),
        succeeded / (window.lengthNanos() / 1e9),
        Latency.of(latency),
        sheds,
        failed);
  }
}
