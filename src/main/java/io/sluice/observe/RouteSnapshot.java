package io.sluice.observe;

import io.sluice.exchange.FallbackKind;
import io.sluice.exchange.Reason;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What has been counted of one route, at one instant. Counts are since the start; durations those
 * of the last 10 to 20 s.
 *
 * @param tiers by rank
 * @param accepted items of a telemetry route taken on with a 202
 * @param completed those of them that were completed
 */
public record RouteSnapshot(List<TierSnapshot> tiers, long accepted, long completed) {

  /**
   * One tier of it.
   *
   * @param requests came in
   * @param open started and not ended
   * @param repeated those of the requests that their client had sent before
   * @param attempts made at the backend
   * @param answers by class of status, classes seen
   * @param sheds refusals by reason, reasons seen
   * @param failures by reason, reasons seen
   * @param fallbacks answers in the backend's place, by kind and reason, reasons seen
   * @param advice refusals and failures that told their client to use its own copy, by reason
   * @param replays answers given once more for an idempotency key
   * @param latency from arrival to the last byte of the backend's own answer
   * @param shedLatency from arrival to the end of a refusal
   * @param deadlineLeft what was left at each stage, zero once it was past
   */
  public record TierSnapshot(
      long requests,
      long open,
      long repeated,
      long attempts,
      Map<StatusClass, Long> answers,
      Map<Reason, Long> sheds,
      Map<Reason, Long> failures,
      Map<FallbackKind, Map<Reason, Long>> fallbacks,
      Map<Reason, Long> advice,
      long replays,
      Percentiles latency,
      Percentiles shedLatency,
      Map<Stage, Percentiles> deadlineLeft) {

    /** What was left at one stage. */
    public Percentiles deadlineLeft(Stage stage) {
      return Objects.requireNonNull(deadlineLeft.get(stage));
    }
  }

  /** Items accepted and not completed: under way, or lost. */
  public long uncompleted() {
    return accepted - completed;
  }
}
