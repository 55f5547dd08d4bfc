package io.sluice.admit.limit;

/** Makes the limit that the options ask for. */
public final class Limits {
  private Limits() {}

  public static Limit of(LimitOptions options) {
    return switch (options.algorithm()) {
      case VEGAS -> new GuardedVegas(options);
      case GRADIENT -> new GradientLimit(options);
      case AIMD -> new AimdLimit(options);
      case FIXED -> new FixedLimit(options.initial());
    };
  }
}
