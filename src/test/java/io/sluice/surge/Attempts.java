package io.sluice.surge;

import io.sluice.exchange.Tier;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/** Attempts for tests that need no network. */
final class Attempts {
  static final long MILLI = 1_000_000;
  static final SurgePlan PLAN =
      SurgePlan.of(URI.create("http://localhost:1"), Load.constant(100, Duration.ofSeconds(1)));

  private Attempts() {}

  static Call call(Stream stream, long intendedNanos, long patienceMillis, boolean measured) {
    SurgePlan plan = PLAN.withMix(new Mix(List.of(stream)));
    return CompiledStream.all(plan)
        .getFirst()
        .call(
            "id",
            intendedNanos,
            intendedNanos + patienceMillis * MILLI,
            measured,
            new SplittableRandom(1));
  }

  static Stream stream(Tier tier, String method, boolean key) {
    return new Stream("x", tier, 1, method, "/x", null, key);
  }

  /** An attempt that was sent and answered. */
  static Attempt answered(Call call, int number, long intendedNanos, int status) {
    var attempt = new Attempt(call, number, intendedNanos, 500 * MILLI);
    attempt.sent = true;
    attempt.status = status;
    attempt.ending = Ending.ofStatus(status);
    return attempt;
  }
}
