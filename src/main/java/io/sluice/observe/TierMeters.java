package io.sluice.observe;

import io.sluice.exchange.FallbackKind;
import io.sluice.exchange.Outcome;
import io.sluice.exchange.Reason;
import io.sluice.time.Deadline;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** What is counted of one tier of one route. Any thread. */
final class TierMeters {
  private final LongAdder requests = new LongAdder();
  private final LongAdder repeated = new LongAdder();
  private final LongAdder attempts = new LongAdder();
  private final LongAdder ended = new LongAdder();
  private final EnumMap<StatusClass, LongAdder> answers = new EnumMap<>(StatusClass.class);
  private final ReasonCounts sheds = new ReasonCounts();
  private final ReasonCounts failures = new ReasonCounts();
  private final EnumMap<FallbackKind, ReasonCounts> fallbacks = new EnumMap<>(FallbackKind.class);
  private final ReasonCounts advice = new ReasonCounts();
  private final LongAdder replays = new LongAdder();
  private final RecentTimes latency = new RecentTimes();
  private final RecentTimes shedLatency = new RecentTimes();
  private final EnumMap<Stage, RecentTimes> deadlineLeft = new EnumMap<>(Stage.class);

  TierMeters() {
    for (StatusClass status : StatusClass.values()) {
      answers.put(status, new LongAdder());
    }
    for (FallbackKind kind : FallbackKind.values()) {
      fallbacks.put(kind, new ReasonCounts());
    }
    for (Stage stage : Stage.values()) {
      deadlineLeft.put(stage, new RecentTimes());
    }
  }

  void started(Deadline deadline, long nowNanos) {
    requests.increment();
    at(Stage.ARRIVAL, deadline, nowNanos);
  }

  void repeated() {
    repeated.increment();
  }

  void attempt(Deadline deadline, long nowNanos) {
    attempts.increment();
    at(Stage.DISPATCH, deadline, nowNanos);
  }

  void advised(Reason reason) {
    advice.increment(reason);
  }

  void becameStream(int status) {
    ended.increment();
    Objects.requireNonNull(answers.get(StatusClass.of(status))).increment();
  }

  void ended(Outcome outcome, Deadline deadline, long startNanos, long nowNanos) {
    ended.increment();
    switch (outcome) {
      case Outcome.Answered answered -> {
        answered(StatusClass.of(answered.status()), startNanos, nowNanos);
        at(Stage.ANSWER, deadline, nowNanos);
      }
      // It ended as a request when it became a stream.
      case Outcome.Streamed _ -> throw new IllegalArgumentException("not a request: " + outcome);
      case Outcome.Taken _ -> answered(StatusClass.SUCCESS, startNanos, nowNanos);
      case Outcome.Refused refused -> {
        sheds.increment(refused.reason());
        shedLatency.record(nowNanos - startNanos, nowNanos);
      }
      case Outcome.Failed failed -> failures.increment(failed.reason());
      case Outcome.FellBack fellBack ->
          Objects.requireNonNull(fallbacks.get(fellBack.kind())).increment(fellBack.reason());
      case Outcome.Replayed _ -> replays.increment();
    }
  }

  private void answered(StatusClass status, long startNanos, long nowNanos) {
    Objects.requireNonNull(answers.get(status)).increment();
    latency.record(nowNanos - startNanos, nowNanos);
  }

  private void at(Stage stage, Deadline deadline, long nowNanos) {
    Objects.requireNonNull(deadlineLeft.get(stage))
        .record(deadline.remainingNanos(nowNanos), nowNanos);
  }

  RouteSnapshot.TierSnapshot snapshot(long nowNanos) {
    // Ends first: a request that comes and goes in between must not count as ended but not started.
    long endedSum = ended.sum();
    long startedSum = requests.sum();
    var answerSums = new EnumMap<StatusClass, Long>(StatusClass.class);
    answers.forEach((status, count) -> answerSums.put(status, count.sum()));
    answerSums.values().removeIf(sum -> sum == 0);
    var fellBack = new EnumMap<FallbackKind, Map<Reason, Long>>(FallbackKind.class);
    fallbacks.forEach((kind, counts) -> fellBack.put(kind, counts.seen()));
    var leftAt = new EnumMap<Stage, Percentiles>(Stage.class);
    deadlineLeft.forEach((stage, times) -> leftAt.put(stage, times.percentiles(nowNanos)));
    return new RouteSnapshot.TierSnapshot(
        startedSum,
        Math.max(0, startedSum - endedSum),
        repeated.sum(),
        attempts.sum(),
        Map.copyOf(answerSums),
        sheds.seen(),
        failures.seen(),
        Map.copyOf(fellBack),
        advice.seen(),
        replays.sum(),
        latency.percentiles(nowNanos),
        shedLatency.percentiles(nowNanos),
        Map.copyOf(leftAt));
  }
}
