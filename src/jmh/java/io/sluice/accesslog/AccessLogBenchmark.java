package io.sluice.accesslog;

import io.sluice.exchange.Exchange;
import io.sluice.exchange.Idempotence;
import io.sluice.exchange.Kind;
import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import io.sluice.time.Deadline;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What a line costs: handed over on an event loop, written out on the writer's thread. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class AccessLogBenchmark {
  private final Exchange exchange =
      new Exchange(
          "1a2b3c4d5e6f7-2a",
          "titles",
          "library",
          Tier.P1,
          Kind.READ,
          Idempotence.SAFE,
          Deadline.after(1_000_000_000, 0),
          0);
  private final Ring<Entry> ring = new Ring<>(64);
  private final Line out = new Line();
  private final TimeOfDay time = new TimeOfDay(Instant.EPOCH, 0);
  private final ShedSampler sampler = new ShedSampler(100, 0);
  private final Entry entry = entry(1);
  private final Encoder json = encoder(LogFormat.JSON);
  private final Encoder combined = encoder(LogFormat.COMBINED);
  private long nowNanos;

  private static Encoder encoder(LogFormat format) {
    return Encoder.of(new AccessLogOptions("off", format, 100, 64, List.of(Redaction.QUERY)));
  }

  private Entry entry(long atNanos) {
    return new Entry(
        new Arrival(atNanos, "10.0.0.7", "GET", "/titles/17?q=1", "HTTP/1.1", "curl/8.5.0", null),
        new Course(exchange, "library", 1, "10.0.1.4:8081", 1, 1_000, true, 2_000_000),
        new Ending(2_100_000, 200, null, 0, 512),
        1);
  }

  /** The records, into the ring and out of it again. */
  @Benchmark
  public @Nullable Object handOver() {
    ring.offer(entry(nowNanos++));
    return ring.poll();
  }

  @Benchmark
  public int writeJson() {
    out.clear();
    json.request(entry, time, out);
    return out.length();
  }

  @Benchmark
  public int writeCombined() {
    out.clear();
    combined.request(entry, time, out);
    return out.length();
  }

  /** A refusal in a storm of a million a second, nearly none of which has a line. */
  @Benchmark
  public int leaveOut() {
    nowNanos += 1_000;
    return sampler.offer(exchange, Reason.LANE_FULL, nowNanos);
  }
}
