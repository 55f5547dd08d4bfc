package io.sluice.edge;

import io.sluice.time.TimerWheel;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rest of an answer that nobody wants, so that its connection can be used again. A
 * backend that fails must not have to take a new connection for every failure as well. Not if the
 * rest is long, or slow to come: then the connection is worth less.
 */
final class Discard {
  private static final long MOST_BYTES = 64 * 1024;
  private static final long MOST_NANOS = 500_000_000;

  private final LoopContext loop;
  private final HttpClientResponse from;
  private final Runnable read;
  private final Runnable givenUp;
  private TimerWheel.@Nullable Timer timer;
  private long bytes;
  private boolean over;

  private Discard(LoopContext loop, HttpClientResponse from, Runnable read, Runnable givenUp) {
    this.loop = loop;
    this.from = from;
    this.read = read;
    this.givenUp = givenUp;
  }

  /** Begins to read; one of the two is told, once. */
  static void begin(LoopContext loop, HttpClientResponse from, Runnable read, Runnable givenUp) {
    new Discard(loop, from, read, givenUp).begin();
  }

  private void begin() {
    String length = from.headers().get(HttpHeaders.CONTENT_LENGTH);
    if (length != null && Hygiene.declaredLength(length) > MOST_BYTES) {
      end(givenUp);
      return;
    }
    long nowNanos = loop.now();
    timer =
        loop.timers()
            .wakeAt(
                nowNanos + MOST_NANOS,
                nowNanos,
                () -> {
                  timer = null;
                  end(givenUp);
                });
    from.exceptionHandler(_ -> end(givenUp));
    from.handler(
        piece -> {
          bytes += piece.length();
          if (bytes > MOST_BYTES) {
            end(givenUp);
          }
        });
    from.endHandler(_ -> end(read));
  }

  private void end(Runnable how) {
    if (over) {
      return;
    }
    over = true;
    if (timer != null) {
      loop.timers().cancel(timer);
    }
    how.run();
  }
}
