package io.sluice.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.sluice.retry.RetryAdvice;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the problem body of a refusal (RFC 9457) adds to its headers: who refused, and how to spread
 * oneself without an exact wait.
 *
 * @param reason the gate that refused, for example {@code lane-full}; null if not said
 * @param tier the tier the request was taken for; null if not said
 * @param lane the lane that refused; null if not said
 * @param backoff base, cap and jitter as told, bounded; null if the body has no usable base
 */
public record ProblemHints(
    @Nullable String reason,
    @Nullable String tier,
    @Nullable String lane,
    @Nullable Backoff backoff) {
  /** Bodies longer than this are not read. */
  public static final int MAX_BYTES = 8192;

  private static final JsonFactory JSON = new JsonFactory();

  /** Whether a body of this {@code Content-Type} is worth reading. */
  public static boolean isProblem(@Nullable String contentType) {
    return contentType != null
        && contentType.toLowerCase(Locale.ROOT).startsWith("application/problem+json");
  }

  /** Reads a body; empty if it is not a JSON object or is too long. */
  public static Optional<ProblemHints> read(byte[] body) {
    if (body.length > MAX_BYTES) {
      return Optional.empty();
    }
    try (JsonParser json = JSON.createParser(body)) {
      return json.nextToken() == JsonToken.START_OBJECT
          ? Optional.of(new Reader(json).read())
          : Optional.empty();
    } catch (IOException notJson) {
      return Optional.empty();
    }
  }

  /** One pass over the tokens; members it does not know are skipped whole. */
  private static final class Reader {
    private final JsonParser json;
    private @Nullable String reason;
    private @Nullable String tier;
    private @Nullable String lane;
    private long baseMillis;
    private long maxMillis;
    private long jitterMillis;

    Reader(JsonParser json) {
      this.json = json;
    }

    ProblemHints read() throws IOException {
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String member = json.currentName();
        JsonToken value = json.nextToken();
        switch (member) {
          case "reason" -> reason = json.getValueAsString();
          case "tier" -> tier = json.getValueAsString();
          case "lane" -> lane = json.getValueAsString();
          case "hints" -> {
            if (value == JsonToken.START_OBJECT) {
              readHints();
              continue;
            }
          }
          default -> {}
        }
        json.skipChildren();
      }
      return new ProblemHints(reason, tier, lane, backoff());
    }

    private void readHints() throws IOException {
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String member = json.currentName();
        json.nextToken();
        switch (member) {
          case "baseMs" -> baseMillis = millis();
          case "maxMs" -> maxMillis = millis();
          case "jitterMs" -> jitterMillis = millis();
          default -> {}
        }
        json.skipChildren();
      }
    }

    /** Junk, negative and overlong alike end inside 0..cap. */
    private long millis() throws IOException {
      double value = json.getValueAsDouble(0);
      return (long) Math.clamp(value, 0, RetryAdvice.CAP_MILLIS);
    }

    private @Nullable Backoff backoff() {
      return baseMillis < 1
          ? null
          : new Backoff(baseMillis, Math.max(baseMillis, maxMillis), jitterMillis);
    }
  }
}
