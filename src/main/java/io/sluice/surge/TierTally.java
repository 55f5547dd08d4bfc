package io.sluice.surge;

import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** Counts and latencies of one tier. Written by one event loop, added up when it is done. */
final class TierTally {
  long requests;
  long attempts;
  long sent;
  long succeeded;
  long sheds;
  long refusedForGood;
  long timeouts;
  long unsent;

  /** 2xx that arrived inside the window, whenever they were due. */
  long arrivedInWindow;

  final Histogram accepted = Latency.histogram();
  final Histogram shed = Latency.histogram();
  final Histogram untilSuccess = Latency.histogram();

  private final Map<String, Long> errors = new TreeMap<>();

  /** One attempt of a measured request ended. */
  void attemptEnded(Attempt attempt, Ending ending, long nowNanos) {
    attempts++;
    if (attempt.sent) {
      sent++;
    }
    long latencyMicros = Latency.micros(nowNanos - attempt.intendedNanos);
    switch (ending) {
      case SUCCEEDED -> accepted.recordValue(latencyMicros);
      case SHED -> {
        sheds++;
        shed.recordValue(latencyMicros);
      }
      case TIMED_OUT -> timeouts++;
      case TIMED_OUT_UNSENT, QUEUE_FULL -> unsent++;
      case OTHER_STATUS -> errors.merge("status " + attempt.status, 1L, Long::sum);
      case CONNECT_FAILED -> errors.merge("connect", 1L, Long::sum);
      case BROKEN -> errors.merge("broken", 1L, Long::sum);
    }
  }

  /** A measured request is over: its last attempt ended like this. */
  void requestEnded(Attempt last, Ending ending, long nowNanos) {
    requests++;
    if (ending == Ending.SUCCEEDED) {
      succeeded++;
      untilSuccess.recordValue(Latency.micros(nowNanos - last.call.intendedNanos()));
    } else if (ending == Ending.SHED) {
      refusedForGood++;
    }
  }

  /** Arrivals nobody could take: the generator itself was overrun. */
  void neverTaken(long count) {
    requests += count;
    unsent += count;
  }

  void add(TierTally other) {
    requests += other.requests;
    attempts += other.attempts;
    sent += other.sent;
    succeeded += other.succeeded;
    sheds += other.sheds;
    refusedForGood += other.refusedForGood;
    timeouts += other.timeouts;
    unsent += other.unsent;
    arrivedInWindow += other.arrivedInWindow;
    accepted.add(other.accepted);
    shed.add(other.shed);
    untilSuccess.add(other.untilSuccess);
    other.errors.forEach((kind, count) -> errors.merge(kind, count, Long::sum));
  }

  /** These counts as a row of the report. */
  SurgeReport.Row row(String name, double windowSeconds) {
    return new SurgeReport.Row(
        name,
        requests,
        attempts,
        sent,
        succeeded,
        sheds,
        refusedForGood,
        timeouts,
        unsent,
        new TreeMap<>(errors),
        Latency.of(accepted),
        Latency.of(shed),
        Latency.of(untilSuccess),
        arrivedInWindow / windowSeconds);
  }
}
