package io.sluice.simulate;

import io.sluice.admit.limit.Limit;
import io.sluice.admit.limit.Move;
import io.sluice.admit.limit.Sample;
import io.sluice.admit.limit.SampleWindow;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A limit of ours, outside of its lane. */
final class WindowDriver implements LimitDriver {
  private final Limit limit;
  private final BiConsumer<Sample, Move> watcher;
  private @Nullable SampleWindow window;

  WindowDriver(Limit limit, BiConsumer<Sample, Move> watcher) {
    this.limit = limit;
    this.watcher = watcher;
  }

  private SampleWindow window(long nowNanos) {
    if (window == null) {
      window = new SampleWindow(nowNanos);
    }
    return window;
  }

  @Override
  public int limit() {
    return (int) limit.value();
  }

  @Override
  public void inFlight(int weight, long nowNanos) {
    window(nowNanos).inFlight(weight, nowNanos);
  }

  @Override
  public void saturated() {
    if (window != null) {
      window.saturated();
    }
  }

  @Override
  public void ended(Measured call) {
    SampleWindow open = window(call.endNanos());
    switch (call.ending()) {
      case LATENCY -> open.measured(call.latencyNanos(), 1);
      case DROP -> open.dropped();
      case NOTHING -> {}
    }
    Sample closed = open.closeIfFull(call.endNanos());
    if (closed != null) {
      watcher.accept(closed, limit.next(closed));
    }
  }
}
