package io.sluice.accesslog;

import io.sluice.exchange.Exchange;
import io.sluice.exchange.Idempotence;
import io.sluice.exchange.Kind;
import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import io.sluice.time.Deadline;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Entries for tests, and what an encoder makes of them. */
final class Lines {
  static final long MILLI = 1_000_000;

  /** Any; the monotonic clock has no meaning of its own. */
  static final long START = -4_000_000_123L;

  static final Instant WALL = Instant.parse("2026-03-01T12:00:00.000001Z");

  private Lines() {}

  static Exchange exchange(String route, Tier tier) {
    return new Exchange(
        "id-1",
        route,
        "main",
        tier,
        Kind.READ,
        Idempotence.SAFE,
        Deadline.after(1000 * MILLI, START),
        START);
  }

  static Arrival arrival(@Nullable String target) {
    return new Arrival(START, "10.0.0.7", "GET", target, "HTTP/1.1", "curl/8", null);
  }

  static Ending ending(int status, @Nullable Reason reason) {
    return new Ending(START + 30 * MILLI, status, reason, 5, 17);
  }

  static Course answered() {
    return new Course(
        exchange("titles", Tier.P1),
        "library",
        2,
        "127.0.0.1:8081",
        1,
        START + 10 * MILLI,
        true,
        START + 20 * MILLI + 456_000);
  }

  static AccessLogOptions options(LogFormat format, Redaction... redact) {
    return new AccessLogOptions("off", format, 100, 64, List.of(redact));
  }

  static String line(AccessLogOptions options, Entry entry) {
    var out = new Line();
    Encoder.of(options).request(entry, new TimeOfDay(WALL, START), out);
    return text(out);
  }

  static String text(Line out) {
    return StandardCharsets.UTF_8.decode(out.view()).toString();
  }
}
