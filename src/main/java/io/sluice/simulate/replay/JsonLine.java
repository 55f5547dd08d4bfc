package io.sluice.simulate.replay;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One line of Sluice's own JSON access log. */
final class JsonLine {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Map<String, Reason> REASONS = new HashMap<>();
  private static final Map<String, Tier> TIERS = new HashMap<>();
  private static final Set<Reason> STREAMS =
      Set.of(Reason.STREAM_IDLE, Reason.STREAM_EXPIRED, Reason.STREAMS_FULL);
  private static final int SWITCHING = 101;
  private static final long MOST = 1_000_000_000_000L;

  static {
    for (Reason reason : Reason.values()) {
      REASONS.put(reason.code(), reason);
    }
    for (Tier tier : Tier.values()) {
      TIERS.put(tier.code(), tier);
    }
  }

  private final JsonNode fields;

  private JsonLine(JsonNode fields) {
    this.fields = fields;
  }

  static JsonLine parse(String line) throws BadLine {
    try {
      JsonNode fields = JSON.readTree(line);
      if (!fields.isObject()) {
        throw new BadLine("not an object (expected: a line of Sluice's access log)");
      }
      return new JsonLine(fields);
    } catch (JsonProcessingException e) {
      throw new BadLine("not JSON (expected: a line of Sluice's access log)");
    }
  }

  /** {@code left-out} or {@code dropped}; empty for a request. */
  String event() {
    return fields.path("event").asText();
  }

  /** How many requests it stands for; of an event, lines. */
  long count() throws BadLine {
    return event().equals("dropped") ? number("lines", 0) : number("represents", 1);
  }

  boolean isStream() throws BadLine {
    return fields.path("status").asInt() == SWITCHING
        || STREAMS.contains(REASONS.getOrDefault(fields.path("reason").asText(), Reason.INTERNAL));
  }

  /** Whether it got as far as a lane. */
  boolean hasRoute() throws BadLine {
    Reason reason = reason();
    boolean early =
        reason != null && reason.family() == Reason.Family.CLIENT && reason != Reason.CLIENT_GONE;
    return fields.has("route") && !early;
  }

  Recorded request() throws BadLine {
    return new Recorded(
        time(),
        text("route"),
        tier(),
        text("method"),
        text("path"),
        micros("deadlineMs"),
        neverAnswered() ? Recorded.UNKNOWN : micros("upstreamMs"),
        (int) number("status", 0),
        reason(),
        micros("totalMs"));
  }

  /** What timed out, or was left, would have taken longer than it is known to have. */
  private boolean neverAnswered() throws BadLine {
    Reason reason = reason();
    return reason == Reason.UPSTREAM_TIMEOUT
        || reason == Reason.OUTCOME_UNKNOWN
        || reason == Reason.CLIENT_GONE;
  }

  private long time() throws BadLine {
    String time = fields.path("time").asText();
    try {
      Instant at = Instant.parse(time);
      return Math.addExact(
          Math.multiplyExact(at.getEpochSecond(), 1_000_000L), at.getNano() / 1000);
    } catch (DateTimeParseException | ArithmeticException e) {
      throw new BadLine("time: " + shown(time) + " (expected: like 2026-03-01T12:00:00.000001Z)");
    }
  }

  private @Nullable Tier tier() throws BadLine {
    String code = fields.path("tier").asText();
    if (!code.isEmpty() && !TIERS.containsKey(code)) {
      throw new BadLine("tier: " + shown(code) + " (expected: p0, p1 or p2)");
    }
    return TIERS.get(code);
  }

  private @Nullable Reason reason() throws BadLine {
    String code = fields.path("reason").asText();
    if (!code.isEmpty() && !REASONS.containsKey(code)) {
      throw new BadLine("reason: " + shown(code) + " (expected: one of src/docs/REASONS.md)");
    }
    return REASONS.get(code);
  }

  private @Nullable String text(String name) {
    JsonNode field = fields.path(name);
    return field.isTextual() ? field.asText() : null;
  }

  private long number(String name, long orElse) throws BadLine {
    JsonNode field = fields.path(name);
    if (field.isMissingNode()) {
      return orElse;
    }
    if (!field.canConvertToLong() || field.asLong() < 0 || field.asLong() > MOST) {
      throw new BadLine(name + ": " + shown(field.toString()) + " (expected: a whole number)");
    }
    return field.asLong();
  }

  private long micros(String name) throws BadLine {
    JsonNode field = fields.path(name);
    if (field.isMissingNode()) {
      return Recorded.UNKNOWN;
    }
    double millis = field.asDouble(Double.NaN);
    if (!field.isNumber() || !(Math.abs(millis) < MOST)) {
      throw new BadLine(name + ": " + shown(field.toString()) + " (expected: milliseconds)");
    }
    return Math.max(0, Math.round(millis * 1000));
  }

  /** Nothing of a log may garble a terminal. */
  private static String shown(String text) {
    String cut = text.length() > 60 ? text.substring(0, 60) + "…" : text;
    return cut.isEmpty() ? "nothing" : cut.replaceAll("\\p{Cntrl}", "?");
  }
}
