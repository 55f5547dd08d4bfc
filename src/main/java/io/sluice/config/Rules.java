package io.sluice.config;

/** Everything that is asked of a configuration beyond the form of its single values. */
final class Rules {
  private Rules() {}

  static void check(Review review) {
    ReferenceRules.check(review);
    RouteRules.check(review);
    OverflowRules.check(review);
    StreamRules.check(review);
    FallbackRules.check(review);
    IdempotencyRules.check(review);
    TimeRules.check(review);
    LaneRules.check(review);
    AdaptiveRules.check(review);
    BackendRules.check(review);
    FanoutRules.routes(review);
    RetryRules.check(review);
    BreakerRules.check(review);
    ServerRules.check(review);
    TlsRules.check(review);
    TrustRules.check(review);
    SharingRules.check(review);
  }
}
