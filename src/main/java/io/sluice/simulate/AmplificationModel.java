package io.sluice.simulate;

import java.util.ArrayList;
import java.util.List;

/**
 * How many attempts become of requests whose clients repeat each failure at once, in front of a
 * capacity that does not grow for it. Immutable.
 *
 * <p>A retry budget b bounds all of them together, A ≤ 1 + b, however many retries each may make.
 *
 * <p>With p the probability that one attempt fails, a request makes A = 1 + p + … + p^r = (1 −
 * p^(r+1))/(1 − p) attempts, and λatt = λ·A. What is served and what is spent on failures fill the
 * capacity between them: λatt·(1 − p) + w·λatt·p = C, so p = max(0, 1 − C/λatt)/(1 − w), at most 1.
 * With w = 0, refusals that cost nothing, that is the usual p = max(0, 1 − C/λatt).
 *
 * <p>The rounds take the one after the other, beginning with A = 1. {@link FixedPoints} says where
 * they can stay.
 *
 * @param capacity C, requests a second that can be finished; 0 where others take all of it
 * @param rate λ, new requests a second; &gt; 0
 * @param retries r, repetitions after the first attempt, 0 to 1000, or {@link #UNLIMITED}
 * @param waste w, what an attempt that fails costs, as a share of one that is served, 0 to 1: next
 *     to nothing where it is refused at once, 1 where it is worked on and then given up
 * @param budget b, retries per request that there may be at most, over all requests; {@link
 *     #NO_BUDGET} for any number
 */
public record AmplificationModel(
    double capacity, double rate, int retries, double waste, double budget) {
  /** Clients that repeat until they succeed. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  /** Clients that have no budget. */
  public static final double NO_BUDGET = Double.POSITIVE_INFINITY;

  private static final double CLOSE = 1e-3;
  private static final int MOST_ROUNDS = 200;
  private static final int MOST_RETRIES = 1000;

  /** Times the rate: from here on it is said to diverge. */
  private static final double DIVERGED = 1e4;

  /**
   * One look at the failures and what the clients make of them.
   *
   * @param refused p, probability that one attempt fails
   * @param amplification A, attempts per request
   * @param attempts λatt, attempts a second
   */
  public record Round(double refused, double amplification, double attempts) {
    /** Requests served a second. */
    public double served() {
      return refused >= 1 ? 0 : attempts * (1 - refused);
    }
  }

  /** What can become of the load, whatever its failures cost, if nothing stands in its way. */
  public enum Verdict {
    /** Even if everybody repeated everything, it would fit. */
    STABLE,
    /** It fits, but not with all its repetitions: an overload, once begun, can feed itself. */
    METASTABLE,
    /** It does not fit. The bound on retries bounds the attempts, and nothing else does. */
    OVERLOADED,
    /** It does not fit, and nothing bounds the attempts: p = 1, A without end. */
    DIVERGENT
  }

  public AmplificationModel {
    if (!(capacity >= 0) || capacity > 1e12) {
      throw new IllegalArgumentException("capacity: " + capacity + " (expected: 0 or more)");
    }
    if (!(rate > 0) || rate > 1e12) {
      throw new IllegalArgumentException("rate: " + rate + " (expected: more than 0)");
    }
    if (retries < 0 || (retries > MOST_RETRIES && retries != UNLIMITED)) {
      throw new IllegalArgumentException(
          "retries: " + retries + " (expected: 0..1000 or unlimited)");
    }
    if (!(waste >= 0 && waste <= 1)) {
      throw new IllegalArgumentException("waste: " + waste + " (expected: 0..1)");
    }
    if (!(budget >= 0)) {
      throw new IllegalArgumentException("budget: " + budget + " (expected: 0 or more)");
    }
  }

  /** Without a budget. */
  public AmplificationModel(double capacity, double rate, int retries, double waste) {
    this(capacity, rate, retries, waste, NO_BUDGET);
  }

  /** With failures that cost nothing, and without a budget. */
  public AmplificationModel(double capacity, double rate, int retries) {
    this(capacity, rate, retries, 0);
  }

  /** The same load where failures cost as much. */
  public AmplificationModel withWaste(double other) {
    return new AmplificationModel(capacity, rate, retries, other, budget);
  }

  /** The same load where there may be so many retries per request. */
  public AmplificationModel withBudget(double other) {
    return new AmplificationModel(capacity, rate, retries, waste, other);
  }

  /** The bound on A; infinite if there is none. */
  public double mostAttempts() {
    double each = retries == UNLIMITED ? Double.POSITIVE_INFINITY : retries + 1.0;
    return Math.min(each, 1 + budget);
  }

  /** Whether anything bounds the attempts. */
  public boolean isBounded() {
    return Double.isFinite(mostAttempts());
  }

  /**
   * The rounds from the first failures until they have come close to where they lead, or 200 of
   * them (the nearer the load is to the capacity, the more slowly they grow), or until it is clear
   * that they go on without end.
   */
  public List<Round> rounds() {
    return roundsFrom(rate);
  }

  /** The rounds after an outage, in which everybody had repeated everything. */
  public List<Round> roundsAfterAnOutage() {
    return roundsFrom(rate * Math.min(mostAttempts(), MOST_RETRIES + 1));
  }

  private List<Round> roundsFrom(double firstAttempts) {
    List<Round> rounds = new ArrayList<>();
    double end = FixedPoints.of(this).from(firstAttempts).attempts();
    double attempts = firstAttempts;
    do {
      Round next = at(refused(attempts));
      rounds.add(next);
      attempts = next.attempts;
    } while (Math.abs(end - attempts) >= CLOSE * rate
        && attempts < DIVERGED * rate
        && rounds.size() < MOST_ROUNDS);
    return rounds;
  }

  /** Where the rounds lead to. */
  public Round fixedPoint() {
    return FixedPoints.of(this).from(rate);
  }

  private double refused(double attempts) {
    if (attempts <= capacity) {
      return 0;
    }
    return waste == 1 ? 1 : Math.min(1, (1 - capacity / attempts) / (1 - waste));
  }

  /** What follows from that share of failures. */
  Round at(double refused) {
    double amplification = amplification(refused);
    return new Round(refused, amplification, rate * amplification);
  }

  /** A(p), for any p. */
  double amplification(double refused) {
    double wanted = retries == UNLIMITED ? 1 / (1 - refused) : geometric(refused);
    return Math.min(wanted, 1 + budget);
  }

  private double geometric(double refused) {
    double sum = 0;
    double reached = 1;
    for (int attempt = 0; attempt <= retries; attempt++) {
      sum += reached;
      reached *= refused;
    }
    return sum;
  }

  /** What can become of it, if a failure costs as much as a success: the worst there is. */
  public Verdict verdict() {
    if (rate > capacity) {
      return isBounded() ? Verdict.OVERLOADED : Verdict.DIVERGENT;
    }
    boolean fits = rate * mostAttempts() <= capacity;
    return fits ? Verdict.STABLE : Verdict.METASTABLE;
  }

  /**
   * The largest share of its requests that may be repeated without exceeding the capacity; negative
   * by as much as must be refused even without any retry.
   */
  public double safeRetryRatio() {
    return capacity / rate - 1;
  }
}
