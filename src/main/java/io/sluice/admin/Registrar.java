package io.sluice.admin;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.sluice.observe.MetricNames;
import io.sluice.observe.Percentiles;
import io.sluice.observe.Quantile;
import java.util.List;
import java.util.Set;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Puts values into a Micrometer registry, to be read when it is scraped. */
final class Registrar {
  private final MeterRegistry registry;

  Registrar(MeterRegistry registry) {
    this.registry = registry;
  }

  /**
   * Registers one series; once per name and labels. Counters are read for as long as this registrar
   * is referenced.
   */
  Meter register(MetricNames name, Tags labels, DoubleSupplier value) {
    Set<String> keys = labels.stream().map(label -> label.getKey()).collect(Collectors.toSet());
    if (!keys.equals(Set.copyOf(name.labels()))) {
      throw new IllegalArgumentException(name.text() + " has the labels " + name.labels());
    }
    return switch (name.type()) {
      // The registry refers to a counter's object weakly, and freezes its value once it is gone.
      case COUNTER ->
          FunctionCounter.builder(name.text(), this, _ -> value.getAsDouble())
              .description(name.help())
              .tags(labels)
              .register(registry);
      case GAUGE -> gauge(name.text(), name, labels, value);
      // The registry knows this type by the dot.
      case INFO -> gauge(name.text().replace('_', '.'), name, labels, value);
    };
  }

  /** Takes a series out again. */
  void remove(Meter series) {
    registry.remove(series);
  }

  private Meter gauge(String text, MetricNames name, Tags labels, DoubleSupplier value) {
    return Gauge.builder(text, value::getAsDouble)
        .description(name.help())
        .tags(labels)
        .register(registry);
  }

  /** Registers one series for each of the quantiles. */
  void register(
      MetricNames name, Tags labels, List<Quantile> quantiles, Supplier<Percentiles> times) {
    for (Quantile quantile : quantiles) {
      register(
          name,
          labels.and(MetricNames.L.QUANTILE, quantile.code()),
          () -> times.get().seconds(quantile));
    }
  }
}
