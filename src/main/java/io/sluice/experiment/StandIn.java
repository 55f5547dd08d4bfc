package io.sluice.experiment;

import io.sluice.spi.Answer;
import io.sluice.spi.BlockingBackend;
import io.sluice.spi.Call;
import io.sluice.time.NanoClock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A backend that stands in for one of your own while a configuration is tried out: it holds its
 * worker for as many microseconds as the query asks for, {@code ?us=6000}, at most ten seconds.
 */
public final class StandIn implements BlockingBackend {
  private static final Pattern QUERY = Pattern.compile("us=(\\d{1,8})");
  private static final long MOST_MICROS = 10_000_000;

  private final HeldWork work = new HeldWork(NanoClock.SYSTEM);

  /** For {@link java.util.ServiceLoader}. */
  public StandIn() {}

  @Override
  public String name() {
    return "stand-in";
  }

  @Override
  public Answer handle(Call call) throws InterruptedException {
    long micros = micros(call.query());
    if (micros < 0 || micros > MOST_MICROS) {
      return Answer.json(
          400, "{\"error\":\"expected ?us=N, microseconds up to " + MOST_MICROS + "\"}");
    }
    work.hold(micros * 1000);
    return Answer.json(200, "{\"heldMicros\":" + micros + "}");
  }

  private static long micros(@Nullable String query) {
    Matcher match = QUERY.matcher(query == null ? "" : query);
    return match.matches() ? Long.parseLong(match.group(1)) : -1;
  }
}
