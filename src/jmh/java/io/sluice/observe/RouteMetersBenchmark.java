package io.sluice.observe;

import io.sluice.exchange.Exchange;
import io.sluice.exchange.Idempotence;
import io.sluice.exchange.Kind;
import io.sluice.exchange.Outcome;
import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import io.sluice.time.Deadline;
import io.sluice.time.NanoClock;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/** What counting costs a request, on one event loop and on two that share a route. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class RouteMetersBenchmark {
  private final RouteMeters route = new Meters().route("loans", "core", "library");
  private final long startNanos = NanoClock.SYSTEM.nanoTime();
  private final Exchange exchange =
      new Exchange(
          "id",
          "loans",
          "core",
          Tier.P0,
          Kind.WRITE,
          Idempotence.UNSAFE,
          Deadline.after(1_000_000_000L, startNanos),
          startNanos);
  private final Outcome answered = new Outcome.Answered(200);
  private final Outcome refused = new Outcome.Refused(Reason.LANE_FULL, null, 8, 8, 0);

  @Benchmark
  public void startedAndAnswered() {
    route.started(exchange, startNanos);
    route.ended(exchange, answered, startNanos + 6_000_000L);
  }

  @Benchmark
  @Threads(2)
  public void startedAndAnswered_onTwoLoops() {
    startedAndAnswered();
  }

  @Benchmark
  public void startedAndRefused() {
    route.started(exchange, startNanos);
    route.ended(exchange, refused, startNanos + 20_000L);
  }

  @Benchmark
  @Threads(2)
  public void startedAndRefused_onTwoLoops() {
    startedAndRefused();
  }
}
