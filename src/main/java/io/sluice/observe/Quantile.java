package io.sluice.observe;

/** The quantiles that are exported. */
public enum Quantile {
  P1(1, "0.01"),
  P10(10, "0.1"),
  P50(50, "0.5"),
  P90(90, "0.9"),
  P99(99, "0.99"),
  MAX(100, "1");

  private final double percentile;
  private final String code;

  Quantile(double percentile, String code) {
    this.percentile = percentile;
    this.code = code;
  }

  double percentile() {
    return percentile;
  }

  /** The metric label, a fraction as Prometheus writes it. */
  public String code() {
    return code;
  }
}
