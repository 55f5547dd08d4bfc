package io.sluice.surge;

/**
 * What a target did under back-to-back load.
 *
 * @param connections how many asked
 * @param perSecond 2xx a second
 * @param latency of the 2xx
 * @param sheds 429 and 503; above zero, the number is the gate's and not the target's
 * @param failed everything else
 */
public record Capacity(
    int connections, double perSecond, Latency latency, long sheds, long failed) {
  /**
   * The service time that explains the throughput: with {@code servers} always busy, each finishes
   * one every servers / throughput.
   */
  public double serviceMillis(int servers) {
    return perSecond == 0 ? 0 : servers * 1000.0 / perSecond;
  }
}
