package io.sluice.experiment;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.sluice.surge.SurgeReport;
import java.util.ArrayList;
import java.util.List;

/**
 * What the rejection experiment found.
 *
 * @param machine what it ran on, in words
 * @param options the load and the pool
 * @param capacity tasks a second, as the first mode did them
 * @param modes each with its prediction
 * @param gateway the same load through the gateway, once for each way to retry; empty if left out
 */
public record RejectionReport(
    String machine,
    RejectionOptions options,
    double capacity,
    List<Row> modes,
    List<SurgeReport> gateway) {

  /**
   * One mode.
   *
   * @param result what it did
   * @param predicted what was to be expected of it
   */
  public record Row(Mode mode, ModeResult result, Prediction predicted) {}

  public RejectionReport {
    modes = List.copyOf(modes);
    gateway = List.copyOf(gateway);
  }

  /**
   * Puts results and predictions side by side; the first is the one that capacity is taken from.
   */
  static RejectionReport of(
      String machine,
      RejectionOptions options,
      List<Mode> modes,
      List<ModeResult> results,
      List<SurgeReport> gateway) {
    double capacity = results.getFirst().throughput();
    var rows = new ArrayList<Row>();
    for (int i = 0; i < results.size(); i++) {
      Mode mode = modes.get(i);
      rows.add(new Row(mode, results.get(i), Prediction.of(mode, options, capacity)));
    }
    return new RejectionReport(machine, options, capacity, rows, gateway);
  }

  /** The real service time, on average. */
  @JsonProperty
  public double serviceMillis() {
    return modes.getFirst().result().serviceMillis();
  }
}
