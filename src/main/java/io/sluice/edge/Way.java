package io.sluice.edge;

import io.sluice.websocket.FrameScan;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;

/**
 * One way through a {@link Tunnel}: bytes go on as they come and no faster than they are taken, up
 * to the first frame that may not go on. Between two frames it can be given a close frame of ours,
 * after which nothing of theirs goes on.
 */
final class Way {
  private static final byte[] NOTHING = {};

  private final Context context;
  private final NetSocket from;
  private final NetSocket to;
  private final FrameScan scan;
  private final Runnable moved;
  private byte[] farewell = NOTHING;
  private boolean farewellSaid;
  private boolean ended;
  private long bytes;

  /**
   * @param context of both
   * @param moved runs after everything that came
   */
  Way(Context context, NetSocket from, NetSocket to, FrameScan scan, Runnable moved) {
    this.context = context;
    this.from = from;
    this.to = to;
    this.scan = scan;
    this.moved = moved;
  }

  void open() {
    to.drainHandler(_ -> drained());
    from.handler(this::take);
    from.resume();
  }

  private void take(Buffer chunk) {
    int passed = 0;
    if (!farewellSaid) {
      passed = scan.read(chunk::getByte, chunk.length(), isLeaving());
      pass(chunk, passed);
      sayItBetweenFrames();
    }
    if (farewellSaid && passed < chunk.length()) {
      int skipped = passed;
      scan.read(index -> chunk.getByte(skipped + index), chunk.length() - skipped, false);
    }
    moved.run();
  }

  private void pass(Buffer chunk, int length) {
    if (length > 0) {
      bytes += length;
      to.write(length == chunk.length() ? chunk : chunk.slice(0, length));
      if (to.writeQueueFull()) {
        from.pause();
      }
    }
  }

  /** Ends it with this frame of ours, as soon as a frame of theirs ends. */
  void sayFarewell(byte[] frame) {
    if (!isLeaving()) {
      farewell = frame;
      sayItBetweenFrames();
    }
  }

  private void sayItBetweenFrames() {
    if (isLeaving() && !farewellSaid && !scan.isClosed() && scan.isBetweenFrames()) {
      farewellSaid = true;
      bytes += farewell.length;
      to.write(Buffer.buffer(farewell));
      from.resume(); // for the answer to it
    }
  }

  private boolean isLeaving() {
    return farewell.length > 0;
  }

  /** Nothing more comes: what has come goes on, and then the other socket is closed. */
  void end() {
    ended = true;
    drained();
  }

  private void drained() {
    if (to.writeQueueFull()) {
      return;
    }
    from.resume();
    if (ended) {
      context.runOnContext(_ -> closeOnceTaken());
    }
  }

  private void closeOnceTaken() {
    // What had come has gone on by now, unless it filled the queue again.
    if (!to.writeQueueFull()) {
      to.close();
    }
  }

  /** Whether whom it leads to has been sent a close frame. */
  boolean hasClosed() {
    return farewellSaid || scan.isClosed();
  }

  /** Whether whom it comes from has sent one. */
  boolean isClosedByItsSource() {
    return scan.isClosed();
  }

  /** What has gone on, frames with their heads. */
  long bytes() {
    return bytes;
  }

  FrameScan scan() {
    return scan;
  }
}
