package io.sluice.accesslog;

import io.sluice.exchange.Exchange;
import io.sluice.exchange.Outcome;
import io.sluice.time.NanoClock;
import io.sluice.time.WallClock;
import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The access log: whoever ends a request leaves an entry in a bounded ring and goes on, and one
 * thread makes lines of them and writes them. Nobody ever waits for the file; what the ring has no
 * room for is dropped and counted. Any thread.
 */
public final class AccessLog implements AutoCloseable {
  /** How long a line waits at most before it is written, unless the ring is half full before. */
  private static final long PAUSE_NANOS = 50_000_000;

  private static final long CLOSE_MILLIS = 5_000;

  private final Ring<Entry> ring;
  private final ShedSampler sampler;
  private final LogWriter writer;
  private final Thread thread;
  private final LongAdder refused = new LongAdder();
  private volatile boolean closing;
  private volatile boolean reopen;

  AccessLog(AccessLogOptions options, Sink sink, NanoClock clock, WallClock wallClock) {
    ring = new Ring<>(options.buffer());
    sampler = new ShedSampler(options.shedsPerSecond(), clock.nanoTime());
    writer =
        new LogWriter(
            options, sink, ring, sampler, refused::sum, Encoder.of(options), clock, wallClock);
    thread = Thread.ofPlatform().name("sluice-access-log").daemon().unstarted(this::run);
  }

  /**
   * Opens it and starts writing.
   *
   * @throws IOException if its file cannot be written
   */
  public static AccessLog open(AccessLogOptions options, NanoClock clock, WallClock wallClock)
      throws IOException {
    return new AccessLog(options, LogFile.of(options.file()), clock, wallClock).start();
  }

  AccessLog start() {
    thread.start();
    return this;
  }

  /**
   * How many requests a line for this one stands for, itself included: above 1 for some of those
   * that are refused in a storm, 0 for those that have no line and must not be {@link #write}n.
   * What was not refused, a stream that a drain has ended say, has a line of its own.
   */
  public int represents(Exchange exchange, Outcome outcome, long nowNanos) {
    return outcome instanceof Outcome.Refused refused
        ? sampler.offer(exchange, refused.reason(), nowNanos)
        : 1;
  }

  /**
   * One request that is over.
   *
   * @param course null if it never had a route
   * @param represents what {@link #represents} said; 1 without a course
   */
  public void write(Arrival arrival, @Nullable Course course, Ending ending, int represents) {
    if (closing) {
      refused.increment();
      return;
    }
    switch (ring.offer(new Entry(arrival, course, ending, represents))) {
      case TAKEN -> {}
      case TAKEN_THE_MIDDLE -> LockSupport.unpark(thread);
      case FULL -> refused.increment();
    }
  }

  /** Lets go of the file, and goes on with what has its name now: it has been renamed. */
  public void reopen() {
    reopen = true;
    LockSupport.unpark(thread);
  }

  private void run() {
    while (!closing) {
      if (reopen) {
        reopen = false;
        writer.write(); // what was offered before belongs to the old file
        writer.reopen();
      }
      writer.write();
      LockSupport.parkNanos(this, PAUSE_NANOS);
    }
    writer.finish();
  }

  /** Writes what has been taken, and lets go of the file. */
  @Override
  public void close() {
    closing = true;
    LockSupport.unpark(thread);
    try {
      thread.join(CLOSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Lines of requests that were written. */
  public long written() {
    return writer.written();
  }

  /** Lines that were dropped because too many were on their way. */
  public long droppedFull() {
    return refused.sum();
  }

  /** Lines that were dropped because the file could not be written. */
  public long droppedUnwritable() {
    return writer.lost();
  }

  /** Lines that were dropped because they could not be made. */
  public long droppedUnencodable() {
    return writer.unencodable();
  }

  /** Refusals that have no line of their own, by intent. */
  public long leftOut() {
    return sampler.leftOut();
  }
}
