package io.sluice.admit.limit;

import io.sluice.admit.limit.Move.Why;

/**
 * The default limit: Vegas between trials. Vegas reads the queue in the backend off the latency, by
 * a {@link Baseline} that nobody can know while requests queue; so now and then, and whenever the
 * queue seems long, a {@link Trial} measures what more or less concurrency would bring, and sets
 * the baseline right.
 *
 * <p>The guards, in the order in which they are asked:
 *
 * <ol>
 *   <li>an empty window says nothing;
 *   <li>drops, and a median above {@code maxHealthyLatency}, always shrink the limit;
 *   <li>an unsaturated window never moves it, and teaches the baseline;
 *   <li>a backend that is clearly faster than the baseline moves the baseline at once, and one that
 *       has become another makes what was seen of it worthless;
 *   <li>a trial that is under way is carried through;
 *   <li>a long queue is not believed before a trial has shown that shortening it costs nothing;
 *   <li>a short queue lets the limit grow, up to twice what was in flight, once a trial has been;
 *   <li>and where nothing has been tried for long, something is.
 * </ol>
 */
public final class GuardedVegas extends MovingLimit {
  private static final double TOO_MANY_DROPS = 0.05;
  private static final double GROWTH = 1.25;
  private static final int IN_A_ROW_LONG = 3;
  private static final int IN_A_ROW_SHORT = 2;
  private static final int BEFORE_TRIAL = 3;

  /** What is kept over a limit that was shown to be just enough. */
  private static final double ROOM = 1.1;

  private final Baseline baseline = new Baseline();
  private final Schedule schedule = new Schedule();
  private final Trial trial = new Trial();

  /** The limit that a trial departs from. */
  private double usual;

  /** A limit that was shown to be enough; NaN while none was. */
  private double enough = Double.NaN;

  /** Whether any trial has been: until then the baseline is a guess, and nothing to grow by. */
  private boolean proven;

  private int longInARow;
  private int shortInARow;

  public GuardedVegas(LimitOptions options) {
    super(options);
  }

  @Override
  Move decide(Sample window) {
    int calls = window.samples() + window.drops();
    if (calls == 0) {
      return hold(Why.NO_SAMPLES);
    }
    if (window.drops() > TOO_MANY_DROPS * calls) {
      return retreat(Why.DROPS);
    }
    if (isUnhealthy(window)) {
      return retreat(Why.UNHEALTHY);
    }
    if (!window.saturated()) {
      baseline.learn(window.medianNanos());
      return hold(Why.UNSATURATED);
    }
    if (baseline.fallTo(window.medianNanos()) || trial.isAnotherBackend(window)) {
      return beginAnew(window);
    }
    return trial.isRunning() ? onTrial(window) : vegas(window);
  }

  private Move vegas(Sample window) {
    trial.atUsual(window);
    schedule.windowPassed(value());
    double queue =
        QueueBand.queue(window.meanInFlight(), baseline.nanos(), (double) window.medianNanos());
    longInARow = QueueBand.isLong(queue, value()) ? longInARow + 1 : 0;
    shortInARow = QueueBand.isShort(queue, value()) ? shortInARow + 1 : 0;
    boolean due = schedule.isDue(value());
    if (trial.usual().windows() >= BEFORE_TRIAL && (due || longInARow >= IN_A_ROW_LONG)) {
      return beginTrial(longInARow < IN_A_ROW_LONG && schedule.isHigherNext());
    }
    return !due && proven && shortInARow >= IN_A_ROW_SHORT ? grow(queue, window) : hold(Why.STEADY);
  }

  private Move grow(double queue, Sample window) {
    double headroom = QueueBand.headroom(value());
    double step = queue < headroom / 2 ? Math.max(headroom, value() * (GROWTH - 1)) : headroom;
    Move move = bounds().grow(value(), value() + step, window.peakInFlight(), Why.QUEUE_SHORT);
    if (move.limit() != value()) {
      trial.forget();
    }
    return move;
  }

  private Move beginTrial(boolean more) {
    double other =
        more
            ? Math.max(value() + 2, value() * Trial.HIGHER)
            : Math.min(value() - 1, value() * Trial.LOWER);
    double bounded = bounds().clamp(other);
    schedule.begun();
    longInARow = 0;
    shortInARow = 0;
    if ((int) bounded == (int) value()) {
      schedule.tryMoreNext(!more);
      return hold(more ? Why.AT_MAX : Why.AT_MIN);
    }
    usual = value();
    trial.begin();
    return new Move(bounded, Why.TRIAL);
  }

  private Move onTrial(Sample window) {
    boolean more = value() > usual;
    return switch (trial.atOther(window)) {
      case NOTHING_YET -> hold(Why.TRIAL);
      case PAYS -> more ? morePays() : lessCosts();
      case IDLE -> more ? moreOnlyQueues() : lessIsEnough();
      case LITTLE -> stay(more ? Math.sqrt(usual * value()) : usual, !more);
      case UNCERTAIN -> stay(usual, !more);
      case INCONCLUSIVE -> {
        schedule.tryMoreNext(!more);
        yield changed(usual, Why.STEADY);
      }
    };
  }

  /** Nothing queues here: what was seen is work, and there is room for more of it. */
  private Move morePays() {
    baseline.set(trial.other().medianNanos());
    enough = Double.NaN;
    schedule.tryMoreNext(true);
    return changed(value(), Why.SLOWER_WORK);
  }

  /** What seemed to be a queue is work, unless this is the least that was known to be enough. */
  private Move lessCosts() {
    if (usual <= ROOM * enough) {
      return stay(ROOM * enough, true);
    }
    baseline.set(trial.other().medianNanos());
    schedule.tryMoreNext(true);
    return changed(usual, Why.SLOWER_WORK);
  }

  private Move moreOnlyQueues() {
    enough = usual;
    return stay(usual, false);
  }

  /**
   * There is a queue. If the baseline has said so, straight to where it puts the limit, but at most
   * by half; if not, it was wrong, and what less would do is to be tried next.
   */
  private Move lessIsEnough() {
    enough = value();
    schedule.tryMoreNext(false);
    Arm seen = trial.other();
    double centred = QueueBand.centred(seen.inFlight(), seen.medianNanos(), value());
    double wanted =
        QueueBand.wanted(seen.inFlight(), baseline.nanos(), seen.medianNanos(), value());
    if (baseline.nanos() <= centred && wanted < value()) {
      return changed(Math.max(wanted, value() / 2), Why.QUEUE_LONG);
    }
    Why why = baseline.nanos() <= centred ? Why.QUEUE_LONG : Why.HIDDEN_QUEUE;
    baseline.set(Math.min(baseline.nanos(), centred));
    trial.adopt();
    schedule.atOnce(value());
    return hold(why);
  }

  /**
   * Neither too much nor too little: the baseline is set so that the limit holds, taking what is
   * added to it for a queue.
   */
  private Move stay(double to, boolean moreNext) {
    Arm seen = trial.usual();
    double more = to / usual;
    baseline.set(QueueBand.centred(more * seen.inFlight(), more * seen.medianNanos(), to));
    schedule.tryMoreNext(moreNext);
    schedule.later(to);
    return conclude(to, Why.STEADY);
  }

  private Move changed(double to, Why why) {
    schedule.soon(to);
    return conclude(to, why);
  }

  private Move conclude(double to, Why why) {
    proven = true;
    trial.forget();
    return new Move(bounds().clamp(to), why);
  }

  /** What was seen so far does not bear on what comes. */
  private Move beginAnew(Sample window) {
    double back = trial.isRunning() ? usual : value();
    trial.forget();
    trial.atUsual(window);
    schedule.soon(back);
    return new Move(back, Why.ANOTHER_BACKEND);
  }

  private Move retreat(Why why) {
    trial.forget();
    return backOff(why);
  }
}
