package io.sluice.admit.limit;

/**
 * Finds out what another limit would bring: some windows at the limit as it is, some at one that is
 * a fifth lower or higher, and from both the elasticity of throughput, {@code e = ln(X₁/X₀) /
 * ln(N₁/N₀)}: 1 where nothing queues in the backend and each call more is a completion more, 0
 * where all it does is to lengthen a queue, below where calls hinder each other. Ends as soon as
 * the answer is sure, or after 16 windows with the likelier one. Not thread-safe.
 */
final class Trial {
  /** The other limit, as a share of the one on trial. */
  static final double LOWER = 0.8;

  static final double HIGHER = 1.2;

  /** Above this elasticity concurrency is worth having. */
  private static final double PAYS = 0.15;

  /** Below this one it is worth nothing to speak of. */
  private static final double IDLE = 0.05;

  /** How many standard deviations are believed, */
  private static final double DEVIATIONS = 1.3;

  /** and how many before there is to be more. */
  private static final double SURE = 2;

  /** Below this one less is tried even if chance cannot be told from it, or limits drift up. */
  private static final double LIKELY_IDLE = 0.03;

  private static final int FEWEST = 2;
  private static final int MOST = 16;

  /** Latency that has changed by more than this is not that of the same backend. */
  private static final double ANOTHER = 1.4;

  /** Less difference in concurrency than this says nothing: something else bounds it. */
  private static final double SMALLEST_STEP = 0.07;

  private Arm usual = new Arm();
  private Arm other = new Arm();
  private boolean running;
  private boolean settling;

  /** What was found. */
  enum Finding {
    NOTHING_YET,
    /** More concurrency, more throughput: nothing queues. */
    PAYS,
    /** A little more for much more. */
    LITTLE,
    /** No more for more: it only queues. */
    IDLE,
    /** Whatever it is, it is too little to be told from chance. */
    UNCERTAIN,
    /** The other limit did not change the concurrency. */
    INCONCLUSIVE
  }

  boolean isRunning() {
    return running;
  }

  /** What was seen at the limit as it is. */
  Arm usual() {
    return usual;
  }

  /** What was seen at the other one. */
  Arm other() {
    return other;
  }

  /** One more window at the limit as it is. */
  void atUsual(Sample window) {
    usual.add(window);
  }

  /** The limit has been set to the other one; the window in which that happened is a mixture. */
  void begin() {
    running = true;
    settling = true;
    other.clear();
  }

  /** What was seen is of no use any more. */
  void forget() {
    usual.clear();
    other.clear();
    running = false;
  }

  /** The other limit has become the usual one, and what was seen at it is kept. */
  void adopt() {
    Arm before = usual;
    usual = other;
    other = before;
    other.clear();
    running = false;
  }

  /**
   * Whether latency has changed by more than the change of concurrency explains: with r times as
   * many in flight it may be between as long and r² times as long, where they hinder each other.
   */
  boolean isAnotherBackend(Sample window) {
    if (usual.windows() == 0) {
      return false;
    }
    double ratio = window.medianNanos() / usual.medianNanos();
    double more = window.meanInFlight() / usual.inFlight();
    double square = more * more;
    return ratio > ANOTHER * Math.max(1, square) || ratio < Math.min(1, square) / ANOTHER;
  }

  /** One more window at the other limit. */
  Finding atOther(Sample window) {
    if (settling) {
      settling = false;
      return Finding.NOTHING_YET;
    }
    other.add(window);
    if (other.windows() < FEWEST) {
      return Finding.NOTHING_YET;
    }
    double step = Math.log(other.inFlight() / usual.inFlight());
    if (Math.abs(step) < SMALLEST_STEP) {
      return other.windows() < 2 * FEWEST ? Finding.NOTHING_YET : Finding.INCONCLUSIVE;
    }
    double elasticity = (other.logThroughput() - usual.logThroughput()) / step;
    double deviation = Math.sqrt(other.variance() + usual.variance()) / Math.abs(step);
    Finding found = judge(elasticity, deviation, step > 0);
    if (found != Finding.NOTHING_YET || other.windows() < MOST) {
      return found;
    }
    if (step < 0) {
      return elasticity < LIKELY_IDLE ? Finding.IDLE : Finding.UNCERTAIN;
    }
    return elasticity > PAYS ? Finding.LITTLE : Finding.UNCERTAIN;
  }

  /** To stay on the safe side is to have less, so that more has to prove itself more surely. */
  private static Finding judge(double elasticity, double deviation, boolean higher) {
    double margin = DEVIATIONS * deviation;
    if (elasticity - (higher ? SURE * deviation : margin) > PAYS) {
      return Finding.PAYS;
    }
    if (elasticity + margin < IDLE) {
      return Finding.IDLE;
    }
    return elasticity - margin >= IDLE && elasticity + margin <= PAYS
        ? Finding.LITTLE
        : Finding.NOTHING_YET;
  }
}
