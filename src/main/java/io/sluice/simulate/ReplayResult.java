package io.sluice.simulate;

import io.sluice.exchange.Outcome;
import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import io.sluice.simulate.replay.Recorded;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** What came of a replay, by route and tier, beside what the log says came of it then. */
public final class ReplayResult {
  private static final Comparator<Key> ORDER =
      Comparator.comparing(Key::route).thenComparing(Key::tier);

  private final Map<Key, Count> counts = new TreeMap<>(ORDER);
  private Map<String, BackendResult> backends = Map.of();
  private long budgetRefusals;
  private long unrouted;
  private long telemetry;

  /** A route and a tier of its requests. */
  public record Key(String route, Tier tier) {}

  /** What became of the requests of one route and tier. */
  public static final class Count {
    private static final long NANOS_PER_MICRO = 1000;
    private static final double MICROS_PER_MILLI = 1000;

    private final Map<Reason, Long> refused = new EnumMap<>(Reason.class);
    private final Map<Reason, Long> refusedThen = new EnumMap<>(Reason.class);
    private final Histogram waits = new Histogram(3_600_000_000L, 2);
    private long arrived;
    private long admitted;
    private long waited;
    private long answered;
    private long failed;

    void recorded(Recorded request) {
      arrived++;
      Reason reason = request.reason();
      if (reason != null && reason.family() == Reason.Family.SHED) {
        refusedThen.merge(reason, 1L, Long::sum);
      }
    }

    void admitted(long waitedNanos) {
      admitted++;
      if (waitedNanos > 0) {
        waited++;
        waits.recordValue(waitedNanos / NANOS_PER_MICRO);
      }
    }

    void ended(Outcome outcome) {
      switch (outcome) {
        case Outcome.Refused gone -> refused.merge(gone.reason(), 1L, Long::sum);
        case Outcome.Answered _ -> answered++;
        case Outcome.Failed _,
            Outcome.Streamed _,
            Outcome.Taken _,
            Outcome.FellBack _,
            Outcome.Replayed _ ->
            failed++;
      }
    }

    public long arrived() {
      return arrived;
    }

    /** That got a permit. */
    public long admitted() {
      return admitted;
    }

    /** Of them, those that waited for it. */
    public long waited() {
      return waited;
    }

    public double waitP99Millis() {
      return waits.getValueAtPercentile(99) / MICROS_PER_MILLI;
    }

    /** That got the backend's own answer in time. */
    public long answered() {
      return answered;
    }

    /** That were neither refused nor answered in time. */
    public long failed() {
      return failed;
    }

    public Map<Reason, Long> refused() {
      return Collections.unmodifiableMap(refused);
    }

    public long refusedInAll() {
      return sum(refused);
    }

    /** What the log says was refused. */
    public Map<Reason, Long> refusedThen() {
      return Collections.unmodifiableMap(refusedThen);
    }

    public long refusedThenInAll() {
      return sum(refusedThen);
    }

    private static long sum(Map<Reason, Long> counts) {
      return counts.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  Count of(String route, Tier tier) {
    return counts.computeIfAbsent(new Key(route, tier), _ -> new Count());
  }

  void passedBy(boolean withoutRoute) {
    if (withoutRoute) {
      unrouted++;
    } else {
      telemetry++;
    }
  }

  public Map<Key, Count> counts() {
    return Collections.unmodifiableMap(counts);
  }

  void backends(Map<String, BackendResult> called, long refusedRetries) {
    backends = Collections.unmodifiableMap(called);
    budgetRefusals = refusedRetries;
  }

  /** Those that were called, by name. */
  public Map<String, BackendResult> backends() {
    return backends;
  }

  /** Retries there was no budget for in the gateway as a whole. */
  public long budgetRefusals() {
    return budgetRefusals;
  }

  /** Requests that no route of the configuration takes. */
  public long unrouted() {
    return unrouted;
  }

  /** Requests of telemetry routes, which take no permits. */
  public long telemetry() {
    return telemetry;
  }
}
