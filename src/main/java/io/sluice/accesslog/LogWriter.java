package io.sluice.accesslog;

import io.sluice.time.NanoClock;
import io.sluice.time.WallClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Takes entries out of the ring and writes them, many at a time. A sink that cannot be written
 * keeps the lines it was to get, and the ring fills up behind them: that is where lines are dropped
 * then. It is tried again every second. Used by one thread.
 */
final class LogWriter {
  static final long RETRY_NANOS = 1_000_000_000;
  private static final int BATCH_BYTES = 64 * 1024;
  private static final System.Logger LOG = System.getLogger("io.sluice.accesslog");

  private final String name;
  private final Sink sink;
  private final Ring<Entry> ring;
  private final ShedSampler sampler;
  private final LongSupplier refused;
  private final Encoder encoder;
  private final NanoClock clock;
  private final WallClock wallClock;
  private final TimeOfDay time;
  private final Line out = new Line();
  private final LongAdder written = new LongAdder();
  private final LongAdder lost = new LongAdder();
  private final LongAdder unencodable = new LongAdder();

  /** Of the bytes in {@code out}. */
  private int flushedBytes;

  private int linesInOut;
  private long refusalsTold;
  private boolean failing;
  private long retryNanos;
  private boolean reopen;
  private long reopenNanos;
  private boolean complained;

  /**
   * @param refused how many entries the ring had no room for
   */
  LogWriter(
      AccessLogOptions options,
      Sink sink,
      Ring<Entry> ring,
      ShedSampler sampler,
      LongSupplier refused,
      Encoder encoder,
      NanoClock clock,
      WallClock wallClock) {
    this.name = options.file();
    this.sink = sink;
    this.ring = ring;
    this.sampler = sampler;
    this.refused = refused;
    this.encoder = encoder;
    this.clock = clock;
    this.wallClock = wallClock;
    this.time = new TimeOfDay(wallClock.now(), clock.nanoTime());
  }

  /** Writes all that has been offered so far. */
  void write() {
    long nowNanos = clock.nanoTime();
    if (failing && nowNanos - retryNanos < 0) {
      return;
    }
    time.compare(wallClock.now(), nowNanos);
    if (reopen && nowNanos - reopenNanos >= 0) {
      reopenNow(nowNanos);
    }
    if (out.length() > 0 && !flush()) {
      return;
    }
    for (LeftOut refusals : sampler.over(nowNanos)) {
      encoder.leftOut(refusals, time, out);
    }
    tellDropped(nowNanos);
    for (Entry next = ring.poll(); next != null; next = ring.poll()) {
      encode(next);
      if (out.length() >= BATCH_BYTES && !flush()) {
        return;
      }
    }
    flush();
  }

  /** One entry that cannot be told must not end the log of all others. */
  private void encode(Entry entry) {
    int before = out.length();
    try {
      encoder.request(entry, time, out);
      linesInOut++;
    } catch (RuntimeException e) {
      out.cut(before);
      if (unencodable.sum() == 0) {
        LOG.log(
            System.Logger.Level.WARNING,
            "a line of the access log could not be made, is dropped and counted; said only once",
            e);
      }
      unencodable.increment();
    }
  }

  private void tellDropped(long nowNanos) {
    long refusals = refused.getAsLong();
    if (refusals > refusalsTold) {
      encoder.dropped(refusals - refusalsTold, nowNanos, time, out);
      refusalsTold = refusals;
    }
  }

  private boolean flush() {
    if (out.length() == 0) {
      return true;
    }
    ByteBuffer rest = out.view().position(flushedBytes);
    try {
      sink.write(rest);
    } catch (IOException e) {
      flushedBytes = rest.position();
      failing = true;
      retryNanos = clock.nanoTime() + RETRY_NANOS;
      complain("written", e);
      return false;
    }
    written.add(linesInOut);
    emptied();
    failing = false;
    takeBackComplaint();
    return true;
  }

  private void emptied() {
    out.clear();
    flushedBytes = 0;
    linesInOut = 0;
  }

  /** From the next {@link #write} on lines go to what has the file's name then. */
  void reopen() {
    reopen = true;
    reopenNanos = clock.nanoTime();
    retryNanos = reopenNanos; // who asks has perhaps just made room
  }

  // What was taken so far belongs to the old file, which is gone on with if there is no new one.
  private void reopenNow(long nowNanos) {
    boolean flushed = flush();
    try {
      sink.reopen();
    } catch (IOException e) {
      reopenNanos = nowNanos + RETRY_NANOS;
      complain("opened anew", e);
      return;
    }
    reopen = false;
    if (!flushed) {
      dropTornLine();
    }
  }

  /** The beginning of this line is in the old file; its end would be none in the new one. */
  private void dropTornLine() {
    ByteBuffer bytes = out.view();
    if (flushedBytes == 0 || bytes.get(flushedBytes - 1) == '\n') {
      return;
    }
    while (bytes.get(flushedBytes++) != '\n') {
      // on to the next line
    }
    linesInOut--;
    lost.increment();
  }

  private void complain(String what, IOException cause) {
    if (!complained) {
      complained = true;
      LOG.log(
          System.Logger.Level.WARNING,
          "the access log {0} cannot be {1} ({2}); it is tried again every second, and what does"
              + " not fit into the buffer meanwhile is dropped and counted",
          name,
          what,
          String.valueOf(cause.getMessage()));
    }
  }

  private void takeBackComplaint() {
    if (complained && !reopen) {
      complained = false;
      LOG.log(System.Logger.Level.INFO, "the access log {0} is written again", name);
    }
  }

  /** Writes the rest, with whatever the present second has left out, and lets go of the sink. */
  void finish() {
    do {
      retryNanos = clock.nanoTime();
      write();
    } while (!failing && !ring.isEmpty());
    for (LeftOut refusals : sampler.over(clock.nanoTime() + ShedSampler.SECOND_NANOS)) {
      encoder.leftOut(refusals, time, out);
    }
    if (!flush()) {
      giveUp();
    }
    try {
      sink.close();
    } catch (IOException e) {
      complain("closed", e);
    }
  }

  private void giveUp() {
    ByteBuffer bytes = out.view().position(flushedBytes);
    int unwritten = 0;
    while (bytes.hasRemaining()) {
      unwritten += bytes.get() == '\n' ? 1 : 0;
    }
    written.add(Math.max(0, linesInOut - unwritten));
    lost.add(unwritten);
    while (ring.poll() != null) {
      lost.increment();
    }
    emptied();
  }

  /** Lines of requests that are in the file. Any thread, like the next one. */
  long written() {
    return written.sum();
  }

  /** Lines that were taken and could not be written. */
  long lost() {
    return lost.sum();
  }

  /** Entries of which no line could be made: each a fault of ours. */
  long unencodable() {
    return unencodable.sum();
  }
}
