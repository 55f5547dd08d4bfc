package io.sluice;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Netty's leak detector at its paranoid level, under all integration tests: each buffer is watched,
 * and one that was collected before it was released fails the class that has just run, or the whole
 * run if that shows at its end only. The build registers it, for integration tests alone.
 */
public final class BufferLeaks implements BeforeAllCallback, AfterAllCallback {
  private static final int ROUNDS = 3;
  private static final int LAST_ROUNDS = 10;
  private static final Queue<String> REPORTS = new ConcurrentLinkedQueue<>();
  private static final Logger LOG = Logger.getLogger(ResourceLeakDetector.class.getName());

  /** Keeps what the detector says. */
  private static final class Listener extends Handler implements AutoCloseable {
    @Override
    public void publish(LogRecord report) {
      if (report.getLevel().intValue() >= Level.SEVERE.intValue()) {
        REPORTS.add(report.getMessage());
      }
    }

    @Override
    public void flush() {}

    /** Where the run ends. */
    @Override
    public void close() {
      List<String> last = found(LAST_ROUNDS);
      LOG.removeHandler(this);
      assertThat(last).as("buffers leaked by the end of the run").isEmpty();
    }
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    context
        .getRoot()
        .getStore(ExtensionContext.Namespace.create(BufferLeaks.class))
        .getOrComputeIfAbsent(Listener.class, _ -> listening());
  }

  private static Listener listening() {
    var listener = new Listener();
    LOG.addHandler(listener);
    return listener;
  }

  @Override
  public void afterAll(ExtensionContext context) {
    assertThat(ResourceLeakDetector.getLevel()).isEqualTo(ResourceLeakDetector.Level.PARANOID);
    assertThat(found(ROUNDS))
        .as("buffers leaked by the end of %s", context.getDisplayName())
        .isEmpty();
  }

  /** What has leaked since this was last asked, with where it was last touched. */
  public static List<String> found() {
    return found(LAST_ROUNDS);
  }

  // A leak is known once its buffer has been collected, and told when another is allocated.
  private static List<String> found(int rounds) {
    for (int round = 0; round < rounds && REPORTS.isEmpty(); round++) {
      System.gc();
      for (ByteBufAllocator each :
          List.of(ByteBufAllocator.DEFAULT, UnpooledByteBufAllocator.DEFAULT)) {
        each.directBuffer(16).release();
        each.heapBuffer(16).release();
      }
    }
    var found = new ArrayList<String>();
    for (String report = REPORTS.poll(); report != null; report = REPORTS.poll()) {
      found.add(report);
    }
    return found;
  }
}
