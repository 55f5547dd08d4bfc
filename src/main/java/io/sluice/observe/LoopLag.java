package io.sluice.observe;

/** How late one event loop runs what is due. Recorded on the loop, read from anywhere. */
public final class LoopLag {
  private final int loop;
  private final RecentTimes times = new RecentTimes();

  LoopLag(int loop) {
    this.loop = loop;
  }

  /** Something that was due {@code lagNanos} ago runs now; early counts as on time. */
  public void record(long lagNanos, long nowNanos) {
    times.record(lagNanos, nowNanos);
  }

  /** Which one, counted from 0. */
  public int loop() {
    return loop;
  }

  /** Over the last 10 to 20 s. */
  public Percentiles percentiles(long nowNanos) {
    return times.percentiles(nowNanos);
  }
}
