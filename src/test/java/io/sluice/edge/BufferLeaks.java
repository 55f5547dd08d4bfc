package io.sluice.edge;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Netty's leak detector at its paranoid level: every buffer is watched, and one that is collected
 * before it was released is remembered here. Its reports come with later allocations.
 */
final class BufferLeaks extends Handler implements AutoCloseable {
  private static final int ROUNDS = 20;

  private final Logger log = Logger.getLogger(ResourceLeakDetector.class.getName());
  private final ResourceLeakDetector.Level before = ResourceLeakDetector.getLevel();
  private final List<String> found = new CopyOnWriteArrayList<>();

  BufferLeaks() {
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
    log.addHandler(this);
  }

  /** What has leaked by now, with where it was last touched. */
  List<String> found() {
    for (int round = 0; round < ROUNDS && found.isEmpty(); round++) {
      System.gc();
      for (ByteBufAllocator each :
          List.of(ByteBufAllocator.DEFAULT, UnpooledByteBufAllocator.DEFAULT)) {
        each.directBuffer(16).release();
        each.heapBuffer(16).release();
      }
    }
    return List.copyOf(found);
  }

  @Override
  public void publish(LogRecord report) {
    if (report.getLevel().intValue() >= Level.SEVERE.intValue()) {
      found.add(report.getMessage());
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    log.removeHandler(this);
    ResourceLeakDetector.setLevel(before);
  }
}
