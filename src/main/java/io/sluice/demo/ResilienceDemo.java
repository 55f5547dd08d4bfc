package io.sluice.demo;

import io.sluice.demo.PhaseResult.StreamResult;
import io.sluice.demo.Sightings.Part;
import io.sluice.surge.Progress;
import io.sluice.time.NanoClock;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Runs the resilience demonstration: a library with three endpoints, a notifier and the gateway are
 * processes of their own; clients ask all the time, while one fault after the other comes and goes.
 * Blocks until it is over.
 */
public final class ResilienceDemo {
  private static final List<String> GUARDED = List.of("library", "mail", "sms", "push");
  private static final Duration SLACK = Duration.ofMillis(500);
  private static final long POLL_NANOS = 50_000_000;

  private final ResilienceOptions options;
  private final PrintWriter progress;
  private final NanoClock clock = NanoClock.SYSTEM;

  /**
   * @param progress where it says what it is doing
   */
  public ResilienceDemo(ResilienceOptions options, PrintWriter progress) {
    this.options = options;
    this.progress = progress;
  }

  /** Shows what came of it; called before everything ends, or goes on running. */
  @FunctionalInterface
  public interface Showing {
    void show(ResilienceReport report, String text);
  }

  /** Runs all of it; the processes' logs are kept if something goes wrong. */
  public ResilienceReport run(Showing showing) throws IOException, InterruptedException {
    if (!Files.isReadable(options.config())) {
      throw new IOException(options.config() + " cannot be read; name a file with --config");
    }
    Path folder = Files.createTempDirectory("sluice-resilience");
    Vertx vertx = Vertx.vertx(new VertxOptions().setPreferNativeTransport(true));
    try (var probe = new Probe();
        var stage = Stage.open(options, probe, folder)) {
      stage.describe().forEach(this::say);
      Course course = play(vertx, probe, stage);
      ResilienceReport report = report(course, new LoanCheck(probe, stage.library()));
      showing.show(report, ResilienceTable.of(report) + "\n" + ResilienceTable.reading(report));
      if (options.keep()) {
        stayUp(stage);
      }
      stage.forget();
      return report;
    } finally {
      vertx.close();
    }
  }

  private Course play(Vertx vertx, Probe probe, Stage stage)
      throws IOException, InterruptedException {
    var seen = new Sightings();
    var faults = new Faults(probe, stage.library(), stage.notifier());
    Duration length = options.warmUp().plus(SLACK);
    for (Phase phase : Phase.values()) {
      length = length.plus(length(phase));
    }
    say(
        "clients: %.0f/s for %d s, of which the first %d s are not judged"
            .formatted(Clients.perSecond(), length.toSeconds(), options.warmUp().toSeconds()));
    Future<?> clients = Clients.run(vertx, stage.front(), length, this::show, seen);
    sleepUntil(clock.nanoTime() + options.warmUp().toNanos());
    var moments = new ArrayList<Moment>();
    Map<Phase, Moment> settled = new EnumMap<>(Phase.class);
    for (Phase phase : Phase.values()) {
      Counts counts = counts(probe, stage);
      faults.begin(phase);
      var begin = new Moment(phase, clock.nanoTime(), counts);
      moments.add(begin);
      say(phase.label());
      long endNanos = begin.atNanos() + length(phase).toNanos();
      Moment when = awaitSettled(probe, stage, begin, endNanos);
      if (when != null) {
        settled.put(phase, when);
      }
      sleepUntil(endNanos);
    }
    moments.add(new Moment(null, clock.nanoTime(), counts(probe, stage)));
    await(clients);
    return new Course(moments, settled, seen);
  }

  private @Nullable Moment awaitSettled(Probe probe, Stage stage, Moment begin, long endNanos)
      throws IOException, InterruptedException {
    if (begin.phase() == Phase.DEAD) {
      return awaitLeftOut(probe, stage, endNanos);
    }
    if (begin.phase() != null && begin.phase().isRecovery()) {
      long settledNanos = begin.atNanos() + 2 * Judgement.COOLDOWN_NANOS;
      sleepUntil(settledNanos);
      return new Moment(begin.phase(), settledNanos, counts(probe, stage));
    }
    return null;
  }

  /** A recovery that is too short could not be judged. */
  private Duration length(Phase phase) {
    Duration least =
        phase.isRecovery()
            ? Duration.ofNanos(2 * Judgement.COOLDOWN_NANOS).plusSeconds(1)
            : Duration.ZERO;
    return options.phase().compareTo(least) < 0 ? least : options.phase();
  }

  private Counts counts(Probe probe, Stage stage) throws IOException, InterruptedException {
    return Counts.of(new Scrape(probe.get(stage.metrics())), GUARDED);
  }

  private @Nullable Moment awaitLeftOut(Probe probe, Stage stage, long untilNanos)
      throws IOException, InterruptedException {
    String endpoint = "endpoint=\"127.0.0.1:%d\"".formatted(options.libraryPort(Faults.DYING));
    while (clock.nanoTime() - untilNanos < 0) {
      var scrape = new Scrape(probe.get(stage.metrics()));
      if (scrape.sum("sluice_endpoint_ejected", endpoint) > 0) {
        return new Moment(Phase.DEAD, clock.nanoTime(), Counts.of(scrape, GUARDED));
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
    return null;
  }

  private ResilienceReport report(Course course, LoanCheck check)
      throws IOException, InterruptedException {
    var phases = new ArrayList<PhaseResult>();
    for (Phase phase : Phase.values()) {
      Part part = course.of(phase);
      Part loans = part.of(Clients.LOANS);
      Counts counts = course.counts(phase);
      phases.add(
          new PhaseResult(
              phase.label(),
              course.seconds(phase),
              part.requests(),
              part.successShare(),
              part.amplification(),
              counts,
              check.lost(loans),
              check.doubled(loans),
              Clients.STREAMS.stream().map(name -> StreamResult.of(name, part.of(name))).toList()));
    }
    return new ResilienceReport(phases, new Judgement(course, phases).bars());
  }

  private void stayUp(Stage stage) throws InterruptedException {
    say("Everything is still running; Ctrl-C ends it. Try:");
    stage.suggestions().forEach(line -> say("  " + line));
    new CountDownLatch(1).await();
  }

  private void show(Progress second) {
    say(
        "  %2d s: sent %4d, in time %4d, refused %4d, late %4d"
            .formatted(second.second(), second.sent(), second.ok(), second.shed(), second.late()));
  }

  private void sleepUntil(long untilNanos) {
    for (long left; (left = untilNanos - clock.nanoTime()) > 0; ) {
      LockSupport.parkNanos(left);
    }
  }

  private static void await(Future<?> future) throws IOException {
    try {
      future.toCompletionStage().toCompletableFuture().join();
    } catch (CompletionException e) {
      throw new IOException(e.getCause() == null ? e.getMessage() : e.getCause().getMessage(), e);
    }
  }

  private void say(String line) {
    progress.println(line);
    progress.flush();
  }
}
