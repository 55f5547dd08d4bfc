package io.sluice.edge;

import io.vertx.core.http.HttpHeaders;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a backend says of its own load with an answer: the header {@code endpoint-load-metrics} of
 * the Open Request Cost Aggregation standard in its text form, such as {@code TEXT
 * cpu_utilization=0.97,named_metrics.pool=1}.
 */
final class LoadReport {
  static final CharSequence HEADER = HttpHeaders.createOptimized("endpoint-load-metrics");

  private static final String TEXT = "text ";
  private static final double CPU_EXHAUSTED = 0.95;
  private static final double EXHAUSTED = 1;

  private LoadReport() {}

  /**
   * Whether it says that CPU (95 %), the application or a pool (all of it) is exhausted. Anything
   * that cannot be read says nothing.
   */
  static boolean isExhausted(@Nullable String report) {
    if (report == null) {
      return false;
    }
    String metrics = report.strip();
    if (metrics.toLowerCase(Locale.ROOT).startsWith(TEXT)) {
      metrics = metrics.substring(TEXT.length());
    }
    for (String metric : metrics.split(",", -1)) {
      int equals = metric.indexOf('=');
      if (equals > 0 && isExhausted(metric.substring(0, equals).strip(), metric, equals)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isExhausted(String name, String metric, int equals) {
    return switch (name) {
      case "cpu_utilization" -> value(metric, equals) >= CPU_EXHAUSTED;
      case "application_utilization", "named_metrics.pool", "named_metrics.pool_utilization" ->
          value(metric, equals) >= EXHAUSTED;
      default -> false;
    };
  }

  private static double value(String metric, int equals) {
    try {
      return Double.parseDouble(metric.substring(equals + 1).strip());
    } catch (NumberFormatException junk) {
      return 0;
    }
  }
}
