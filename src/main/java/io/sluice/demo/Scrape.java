package io.sluice.demo;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The gateway's metrics at one moment, as Prometheus would read them. */
final class Scrape {
  private static final Pattern LINE = Pattern.compile("(?m)^([a-z_]+)(\\{.*})? ([0-9.eE+-]+|NaN)$");

  /** By name and labels as they were written. */
  private final Map<String, Double> series = new LinkedHashMap<>();

  Scrape(String exposition) {
    Matcher line = LINE.matcher(exposition);
    while (line.find()) {
      String labels = line.group(2) == null ? "" : line.group(2);
      series.put(line.group(1) + labels, Double.parseDouble(line.group(3)));
    }
  }

  /**
   * The sum over the series of a metric that have all the labels; 0 where there are none.
   *
   * @param labels as they are written: {@code backend="library"}
   */
  double sum(String name, String... labels) {
    double sum = 0;
    for (Map.Entry<String, Double> each : series.entrySet()) {
      if (isOf(name, each.getKey()) && hasAll(each.getKey(), labels)) {
        sum += each.getValue();
      }
    }
    return sum;
  }

  /** Whether there is any series of the metric. */
  boolean knows(String name) {
    return series.keySet().stream().anyMatch(key -> isOf(name, key));
  }

  private static boolean isOf(String name, String key) {
    return key.equals(name) || key.startsWith(name + "{");
  }

  private static boolean hasAll(String key, String... labels) {
    for (String label : labels) {
      if (!key.contains("{" + label) && !key.contains("," + label)) {
        return false;
      }
    }
    return true;
  }
}
