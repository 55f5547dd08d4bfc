package io.sluice.admit.limit;

import io.sluice.admit.limit.Move.Why;

/**
 * The default limit: Vegas between trials. Vegas reads the queue in the backend off the latency, by
 * a {@link Baseline} that it cannot know for sure; now and then, and whenever the queue seems long,
 * a {@link Trial} measures what less concurrency would cost, and sets the baseline right.
 *
 * <p>The guards, in the order in which they are asked:
 *
 * <ol>
 *   <li>an empty window says nothing;
 *   <li>drops, and a median above {@code maxHealthyLatency}, always shrink the limit;
 *   <li>an unsaturated window never moves it, and teaches the baseline;
 *   <li>a backend that is clearly faster than the baseline moves the baseline at once;
 *   <li>a trial that is under way is carried through, unless the backend changes under it;
 *   <li>a long queue is not believed before a trial has shown that it costs nothing to shorten it;
 *   <li>a short queue lets the limit grow, up to twice what was in flight;
 *   <li>and where nothing has been tried for long, something is.
 * </ol>
 */
public final class GuardedVegas implements Limit {
  private static final double BACKOFF = 0.9;
  private static final double TOO_MANY_DROPS = 0.05;
  private static final double ANOTHER_BACKEND = 1.4;
  private static final double GROWTH = 1.25;
  private static final int BEFORE_TRIAL = 3;
  private static final int SOON = 8;
  private static final int SELDOM = 64;
  private static final double FORGOTTEN = 0.999;
  private static final double GROWN = 1.3;

  private final Bounds bounds;
  private final long maxHealthyNanos;
  private final Baseline baseline = new Baseline();
  private final Trial trial = new Trial();
  private double limit;
  private double usual;

  /** A limit that was shown to be enough; NaN while none was. */
  private double sufficient = Double.NaN;

  private boolean higherNext;
  private double highest;
  private int interval = SOON;
  private int sinceTrial;
  private int longQueue;

  public GuardedVegas(LimitOptions options) {
    bounds = Bounds.of(options);
    maxHealthyNanos = options.maxHealthyLatency().toNanos();
    limit = bounds.clamp(options.initial());
  }

  @Override
  public double value() {
    return limit;
  }

  @Override
  public Move next(Sample window) {
    Move move = decide(window);
    limit = move.limit();
    return move;
  }

  private Move decide(Sample window) {
    if (window.samples() == 0 && window.drops() == 0) {
      return hold(Why.NO_SAMPLES);
    }
    if (window.drops() > TOO_MANY_DROPS * (window.samples() + window.drops())) {
      return retreat(Why.DROPS);
    }
    if (window.medianNanos() > maxHealthyNanos) {
      return retreat(Why.UNHEALTHY);
    }
    if (!window.saturated()) {
      baseline.learn(window.medianNanos());
      return settle(Why.UNSATURATED);
    }
    if (baseline.fallTo(window.medianNanos()) || isAnotherBackend(window)) {
      Move settled = settle(Why.STEADY);
      trial.atUsual(window);
      return settled;
    }
    return trial.isRunning() ? onTrial(window) : vegas(window);
  }

  private Move vegas(Sample window) {
    sinceTrial++;
    trial.atUsual(window);
    double queue = QueueBand.queue(window.meanInFlight(), baseline.nanos(), window.medianNanos());
    longQueue = QueueBand.isLong(queue, limit) ? longQueue + 1 : 0;
    highest = Math.max(limit, highest * FORGOTTEN);
    boolean low = limit < highest / 2;
    boolean due = sinceTrial >= (low && higherNext ? SOON : interval) || limit > GROWN * sufficient;
    if (trial.usual().windows() >= BEFORE_TRIAL) {
      if (longQueue >= BEFORE_TRIAL) {
        return begin(Trial.LOWER);
      }
      if (due) {
        return begin(higherNext ? Trial.HIGHER : Trial.LOWER);
      }
    }
    if (!due && QueueBand.isShort(queue, limit)) {
      return grow(queue, window);
    }
    return hold(Why.STEADY);
  }

  private Move grow(double queue, Sample window) {
    double headroom = QueueBand.headroom(limit);
    double to =
        queue < headroom / 2 ? Math.max(limit * GROWTH, limit + headroom) : limit + headroom;
    Move move = bounds.grow(limit, to, window.peakInFlight(), Why.QUEUE_SHORT);
    if (move.limit() != limit) {
      trial.forget();
    }
    return move;
  }

  /**
   * Whether latency has changed by more than the change of concurrency explains: with r times as
   * many in flight it may be between as long and r² times as long, where they hinder each other.
   */
  private boolean isAnotherBackend(Sample window) {
    if (trial.usual().windows() == 0) {
      return false;
    }
    double before = trial.usual().medianNanos();
    double more = window.meanInFlight() / trial.usual().inFlight();
    double longest = before * Math.max(1, more * more) * ANOTHER_BACKEND;
    double shortest = before * Math.min(1, more * more) / ANOTHER_BACKEND;
    return window.medianNanos() > longest || window.medianNanos() < shortest;
  }

  private Move begin(double share) {
    usual = limit;
    longQueue = 0;
    sinceTrial = 0;
    double other =
        share < 1 ? Math.min(limit - 1, limit * share) : Math.max(limit + 1, limit * share);
    double bounded = bounds.clamp(other);
    if (bounded == limit) {
      return hold(share < 1 ? Why.AT_MIN : Why.AT_MAX);
    }
    trial.begin();
    return new Move(bounded, Why.TRIAL);
  }

  private Move onTrial(Sample window) {
    Trial.Finding found = trial.atOther(window);
    boolean higher = limit > usual;
    return switch (found) {
      case NOTHING_YET -> hold(Why.TRIAL);
      case INCONCLUSIVE -> conclude(usual, Why.STEADY, SOON);
      case PAYS -> higher ? morePays() : lessCosts();
      case LITTLE -> centred(higher ? Math.sqrt(usual * limit) : usual, Why.STEADY);
      case IDLE -> higher ? enough() : lessIsEnough();
    };
  }

  /** What was learned at the other limit is of use at once: it is the usual one now. */
  private Move adopt(Why why) {
    trial.adopt();
    sinceTrial = 0;
    interval = 0;
    higherNext = false;
    return hold(why);
  }

  /** Room above: the queue that was seen is none. */
  private Move morePays() {
    baseline.set(trial.other().medianNanos());
    sufficient = Double.NaN;
    higherNext = true;
    return conclude(limit, Why.SLOWER_WORK, SOON);
  }

  /** What seemed to be a queue is work. */
  private Move lessCosts() {
    higherNext = true;
    if (usual == sufficient) {
      return centred(usual, Why.STEADY);
    }
    baseline.set(trial.other().medianNanos());
    return conclude(usual, Why.SLOWER_WORK, SOON);
  }

  /** More would only queue. */
  private Move enough() {
    sufficient = usual;
    higherNext = false;
    return centred(usual, Why.STEADY);
  }

  /** There is a queue: straight to where the baseline puts the limit, but at most by half. */
  private Move lessIsEnough() {
    double believed = baseline.nanos();
    double seen = QueueBand.centred(trial.other().inFlight(), trial.other().medianNanos(), limit);
    if (seen < believed) {
      baseline.set(seen);
      sufficient = limit;
      return adopt(Why.HIDDEN_QUEUE);
    }
    double target =
        trial.other().inFlight() * believed / trial.other().medianNanos()
            + 1.75 * QueueBand.headroom(limit);
    if (target >= limit) {
      sufficient = limit;
      return adopt(Why.QUEUE_LONG);
    }
    sufficient = limit;
    higherNext = false;
    return conclude(Math.max(target, limit / 2), Why.QUEUE_LONG, SOON);
  }

  /** Neither too much nor too little: the baseline is set so that the limit holds. */
  private Move centred(double to, Why why) {
    baseline.set(QueueBand.centred(trial.usual().inFlight(), trial.usual().medianNanos(), usual));
    return conclude(to, why, Math.min(2 * interval, SELDOM));
  }

  private Move conclude(double to, Why why, int nextInterval) {
    trial.forget();
    sinceTrial = 0;
    interval = nextInterval;
    return new Move(bounds.clamp(to), why);
  }

  private Move retreat(Why why) {
    trial.forget();
    return bounds.shrink(limit, limit * BACKOFF, why);
  }

  /** What was seen so far does not bear on what comes; a trial that is under way is over. */
  private Move settle(Why why) {
    return conclude(trial.isRunning() ? usual : limit, why, SOON);
  }

  private Move hold(Why why) {
    return new Move(limit, why);
  }
}
