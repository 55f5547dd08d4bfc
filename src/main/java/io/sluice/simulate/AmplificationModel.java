package io.sluice.simulate;

import java.util.ArrayList;
import java.util.List;

/**
 * How many attempts become of requests whose clients repeat each refusal at once, a bounded number
 * of times, in front of a capacity that does not grow for it. Immutable.
 *
 * <p>One attempt is refused with probability p = max(0, 1 − C/λatt), where λatt = λ·A and A = 1 + p
 * + … + p^r = (1 − p^(r+1))/(1 − p). Starting from A = 1 the rounds approach the fixed point, which
 * is p = (1 − C/λ)^(1/(r+1)) where λ &gt; C, because what is accepted can be no more than C.
 *
 * @param capacity C, requests a second that can be finished; &gt; 0
 * @param rate λ, new requests a second; &gt; 0
 * @param retries r, repetitions after the first attempt, 0 to 1000
 */
public record AmplificationModel(double capacity, double rate, int retries) {
  private static final double CLOSE = 1e-3;
  private static final int MOST_ROUNDS = 200;

  /**
   * One look at the refusals and what the clients make of them.
   *
   * @param refused p, probability that one attempt is refused
   * @param amplification A, attempts per request
   * @param attempts λatt, attempts a second
   */
  public record Round(double refused, double amplification, double attempts) {}

  /** What becomes of the load, if nothing stands in its way. */
  public enum Verdict {
    /** Even if everybody repeated everything, it would fit. */
    STABLE,
    /** It fits, but not with all its repetitions: an overload, once begun, feeds itself. */
    METASTABLE,
    /** It does not fit. The bound on retries bounds the attempts, and nothing else does. */
    OVERLOADED
  }

  public AmplificationModel {
    positive("capacity", capacity);
    positive("rate", rate);
    if (retries < 0 || retries > 1000) {
      throw new IllegalArgumentException("retries: " + retries + " (expected: 0..1000)");
    }
  }

  private static void positive(String name, double value) {
    if (!(value > 0) || value > 1e12) {
      throw new IllegalArgumentException(name + ": " + value + " (expected: more than 0)");
    }
  }

  /**
   * The rounds from the first refusals until they have come close to where they lead, or 200 of
   * them: the nearer the load is to the capacity, the more slowly they grow.
   */
  public List<Round> rounds() {
    List<Round> rounds = new ArrayList<>();
    double end = fixedPoint().attempts();
    double attempts = rate;
    do {
      Round next = round(Math.max(0, 1 - capacity / attempts));
      rounds.add(next);
      attempts = next.attempts;
    } while (Math.abs(end - attempts) >= CLOSE * rate && rounds.size() < MOST_ROUNDS);
    return rounds;
  }

  /** Where the rounds lead to. */
  public Round fixedPoint() {
    return round(Math.pow(Math.max(0, 1 - capacity / rate), 1.0 / (retries + 1)));
  }

  private Round round(double refused) {
    double amplification = 0;
    double reached = 1;
    for (int attempt = 0; attempt <= retries; attempt++) {
      amplification += reached;
      reached *= refused;
    }
    return new Round(refused, amplification, rate * amplification);
  }

  public Verdict verdict() {
    if (rate * (retries + 1) <= capacity) {
      return Verdict.STABLE;
    }
    return rate <= capacity ? Verdict.METASTABLE : Verdict.OVERLOADED;
  }

  /**
   * The largest share of its requests that may be repeated without exceeding the capacity; negative
   * by as much as must be refused even without any retry.
   */
  public double safeRetryRatio() {
    return capacity / rate - 1;
  }
}
