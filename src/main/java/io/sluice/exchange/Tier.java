package io.sluice.exchange;

import java.util.Locale;

/** How much a request matters when capacity runs out. Declared from most to least important. */
public enum Tier {
  /**
   * Core writes: a reserved share, all of the limit when it is free, a brief wait when it is not.
   */
  P0(0),
  /** Sign-in, catalogue, cart: a guaranteed share against P2, and a bounded wait. */
  P1(1),
  /** Recommendations, marketing: what is left over, refused at once, shed first. */
  P2(2);

  /** How many tiers there are. */
  public static final int COUNT = 3;

  private final int rank;
  private final String code = name().toLowerCase(Locale.ROOT);

  Tier(int rank) {
    this.rank = rank;
  }

  /** 0 for the most important; an index into per-tier arrays. */
  public int rank() {
    return rank;
  }

  /**
   * The word used in configuration, headers, metrics and logs: {@code p0}, {@code p1}, {@code p2}.
   */
  public String code() {
    return code;
  }

  /** The less important of the two: others may lower a tier, never raise it. */
  public Tier lower(Tier other) {
    return rank >= other.rank ? this : other;
  }
}
