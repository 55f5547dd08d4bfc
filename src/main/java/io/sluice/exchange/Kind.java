package io.sluice.exchange;

import java.util.Locale;

/**
 * What a route is for. It decides nothing at admission (the {@link Tier} does); it only supplies
 * the defaults of the wait-or-reject matrix where a route names none.
 */
public enum Kind {
  /** Changes something and matters: P0, waits briefly, an unknown outcome is never repeated. */
  WRITE(Tier.P0),
  /** Looks something up: P1 with a short wait; configured as P2 it does not wait. */
  READ(Tier.P1),
  /** Rare, strong intent (a ticket grab, a transfer): waits as long as its deadline allows. */
  PATIENT(Tier.P1),
  /** High-frequency and light: refused at once, the next one is coming anyway. */
  REFRESH(Tier.P2),
  /** Goes to several backends at once. */
  FANOUT(Tier.P1),
  /** Accepted now, done later. */
  ASYNC(Tier.P2),
  /** Bulk work without anyone waiting: refused with a long hint. */
  BATCH(Tier.P2);

  private final Tier defaultTier;
  private final String code = name().toLowerCase(Locale.ROOT);

  Kind(Tier defaultTier) {
    this.defaultTier = defaultTier;
  }

  public Tier defaultTier() {
    return defaultTier;
  }

  /** The word used in configuration and logs. */
  public String code() {
    return code;
  }
}
