package io.sluice.surge;

import io.sluice.time.NanoClock;
import io.sluice.time.Randomness;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientAgent;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** Runs a {@link SurgePlan}. */
public final class Surge {
  /** Between the last preparation and the first arrival, so that the loops are idle by then. */
  private static final long LEAD_NANOS = 10_000_000;

  private static final long PROGRESS_MILLIS = 1000;

  private Surge() {}

  /**
   * Runs the plan; the report is there when the last of its requests has ended, which is at most
   * the plan's timeout (naive: once for every attempt; co-operative: the patience) after the
   * window.
   *
   * <p>A target that accepts no connection fails the future with {@link TargetUnreachableException}
   * before anything is sent.
   *
   * @param vertx whose event loops do the work; with native transport preferred it costs less
   * @param progress called once a second, and once at the end, on an event loop; must not block
   */
  public static Future<SurgeReport> run(Vertx vertx, SurgePlan plan, Consumer<Progress> progress) {
    return run(vertx, plan, progress, Watcher.NONE);
  }

  /**
   * Runs the plan likewise, and tells of every attempt, those of the warm-up included.
   *
   * @param watcher called on the event loops, of which there may be several
   */
  public static Future<SurgeReport> run(
      Vertx vertx, SurgePlan plan, Consumer<Progress> progress, Watcher watcher) {
    HttpClientAgent client = Target.client(vertx, plan);
    return Target.probe(client, plan)
        .compose(reachable -> EventLoops.open(vertx, plan.loops()))
        .compose(loops -> run(loops, client, plan, progress, watcher).eventually(loops::close))
        .eventually(client::close);
  }

  private static Future<SurgeReport> run(
      EventLoops loops,
      HttpClientAgent client,
      SurgePlan plan,
      Consumer<Progress> progress,
      Watcher watcher) {
    NanoClock clock = NanoClock.SYSTEM;
    long startNanos = clock.nanoTime() + LEAD_NANOS;
    Window window = plan.load().windowFrom(startNanos);
    var random = new SplittableRandom(plan.seed());
    var live = new Live();
    // Not from the seed: an idempotency key must not be that of an earlier run.
    String runName = Integer.toHexString(Randomness.generator().nextInt());
    List<Driver> drivers = new ArrayList<>();
    for (int i = 0; i < plan.loops(); i++) {
      drivers.add(
          new Driver(
              loops.contexts().get(i),
              client,
              plan,
              window,
              runName + "-" + i + "-",
              clock,
              random.split(),
              live,
              watcher));
    }
    var pacer =
        new Pacer(
            clock,
            startNanos,
            new Schedule(plan.load(), random.split()),
            plan.mix(),
            random.split(),
            drivers.stream().map(Driver::handoff).toList());
    Runnable second = () -> progress.accept(live.next(clock.nanoTime(), window));
    long watch = loops.vertx().setPeriodic(PROGRESS_MILLIS, timer -> second.run());
    pacer.start();
    return Future.all(drivers.stream().map(Driver::finished).toList())
        .onComplete(ended -> loops.vertx().cancelTimer(watch))
        .onSuccess(ended -> second.run())
        .map(all -> report(plan, window, all.list(), pacer.dropped()));
  }

  private static SurgeReport report(
      SurgePlan plan, Window window, List<Tally> tallies, long dropped) {
    var sum = new Tally(window);
    tallies.forEach(sum::add);
    return sum.report(plan, dropped);
  }
}
