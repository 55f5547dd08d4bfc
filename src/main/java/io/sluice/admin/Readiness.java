package io.sluice.admin;

import java.util.Locale;

/** Whether the gateway takes requests; what a load balancer asks before it sends any. */
public enum Readiness {
  /** Not listening yet. */
  STARTING,
  /** Taking requests. */
  READY,
  /** Finishing what it has, taking nothing new. */
  DRAINING;

  private final String code = name().toLowerCase(Locale.ROOT);

  /** The word in the body of {@code /readyz}. */
  public String code() {
    return code;
  }
}
