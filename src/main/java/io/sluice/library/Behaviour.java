package io.sluice.library;

import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;

/**
 * How long a call takes and how often it fails.
 *
 * @param serviceNanos 0 to 60 s; how long a call holds its connection
 * @param failureRate 0 to 1; the share of calls answered 500
 */
public record Behaviour(long serviceNanos, double failureRate) {
  private static final long MAX_SERVICE_NANOS = 60_000_000_000L;

  public Behaviour {
    if (serviceNanos < 0 || serviceNanos > MAX_SERVICE_NANOS) {
      throw outOfBounds(ms(serviceNanos));
    }
    if (!(failureRate >= 0 && failureRate <= 1)) {
      throw new IllegalArgumentException("failureRate: " + failureRate + " (expected: 0..1)");
    }
  }

  public static Behaviour of(Duration serviceTime, double failureRate) {
    // Compared before converting: toNanos() overflows after 292 years.
    if (serviceTime.isNegative() || serviceTime.compareTo(Duration.ofMinutes(1)) > 0) {
      throw outOfBounds(BigDecimal.valueOf(serviceTime.toMillis()));
    }
    return new Behaviour(serviceTime.toNanos(), failureRate);
  }

  /** The service time in milliseconds as a reader wants it: {@code 6}, {@code 7.7}. */
  public String serviceMsText() {
    return ms(serviceNanos).toPlainString();
  }

  /** This behaviour with the given members changed: {@code serviceMs}, {@code failureRate}. */
  Behaviour changedBy(JsonObject wanted) {
    long nanos = serviceNanos;
    double rate = failureRate;
    for (Map.Entry<String, Object> member : wanted) {
      switch (member.getKey()) {
        case "serviceMs" -> nanos = Math.round(number(member) * 1e6);
        case "failureRate" -> rate = number(member);
        default ->
            throw new IllegalArgumentException(
                member.getKey() + ": unknown (expected: serviceMs, failureRate)");
      }
    }
    return new Behaviour(nanos, rate);
  }

  /** This behaviour at an endpoint that is not well: slower, and failing whenever either would. */
  Behaviour under(Strain strain) {
    if (strain.equals(Strain.NONE)) {
      return this;
    }
    double works = (1 - failureRate) * (1 - strain.failureRate());
    long nanos = Math.min(MAX_SERVICE_NANOS, Math.round(serviceNanos * strain.slowdown()));
    return new Behaviour(nanos, Math.clamp(1 - works, 0, 1));
  }

  JsonObject toJson() {
    return new JsonObject().put("serviceMs", ms(serviceNanos)).put("failureRate", failureRate);
  }

  private static double number(Map.Entry<String, Object> member) {
    if (member.getValue() instanceof Number number) {
      return number.doubleValue();
    }
    throw new IllegalArgumentException(
        member.getKey() + ": " + member.getValue() + " (expected: a number)");
  }

  private static IllegalArgumentException outOfBounds(BigDecimal serviceMs) {
    return new IllegalArgumentException(
        "serviceMs: " + serviceMs.toPlainString() + " (expected: 0..60000 milliseconds)");
  }

  private static BigDecimal ms(long nanos) {
    BigDecimal ms = BigDecimal.valueOf(nanos, 6).stripTrailingZeros();
    return ms.scale() < 0 ? ms.setScale(0) : ms;
  }
}
