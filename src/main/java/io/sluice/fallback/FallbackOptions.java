package io.sluice.fallback;

import io.sluice.exchange.FallbackKind;
import io.sluice.options.Bytes;
import io.sluice.options.Key;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a route answers when its backend does not.
 *
 * @param order what is tried, in this order
 * @param on which ends it is tried after
 * @param cached the last good answers
 * @param prepared files
 */
public record FallbackOptions(
    @Key(
            value =
                "What is tried, in this order: client-cache (its own copy: 304, or a hint that it may"
                    + " use it), cached (the last good answer), static (a file), accept.",
            min = "1",
            max = "4",
            pattern = "client-cache|cached|static|accept")
        List<String> order,
    @Key(
            value =
                "After what: shed (refused by its lane), failed (its backend, or its time), and which"
                    + " statuses of the backend's own.",
            byDefault = "[shed, failed, 500, 502, 503, 504]",
            min = "1",
            max = "20",
            pattern = "shed|failed|5[0-9]{2}",
            expected = "shed, failed, or a status such as 503")
        List<String> on,
    @Key(value = "The last good answers, where cached is in the order.", optional = true)
        Cached cached,
    @Key(
            name = "static",
            value = "Files prepared beforehand, where static is in the order.",
            optional = true)
        Prepared prepared) {

  /**
   * How much is kept of the last good answers, and for how long.
   *
   * @param maxAge older ones are never given
   * @param maxEntry larger ones are not kept
   * @param maxBytes all of the route's together
   */
  public record Cached(
      @Key(
              value = "Older answers are never given, whatever they say themselves.",
              byDefault = "1h",
              min = "1s",
              max = "720h")
          Duration maxAge,
      @Key(
              value = "Larger answers are not kept.",
              byDefault = "256KiB",
              min = "1KiB",
              max = "64MiB")
          Bytes maxEntry,
      @Key(
              value = "Memory for all the answers kept of the route.",
              byDefault = "16MiB",
              min = "64KiB",
              max = "16GiB")
          Bytes maxBytes) {
    public static final Cached DEFAULT =
        new Cached(Duration.ofHours(1), Bytes.parse("256KiB"), Bytes.parse("16MiB"));
  }

  /**
   * The prepared files.
   *
   * @param file null for none but those of single statuses
   * @param status what it is answered with; {@link Key#LEFT_OUT} for the status of the failure
   * @param byStatus other files in the place of some statuses
   */
  public record Prepared(
      @Key(
              value = "File with the body; its ending tells its type.",
              optional = true,
              expected = "a path")
          @Nullable String file,
      @Key(
              value = "Status it is answered with; left out, that of the refusal or failure.",
              optional = true,
              min = "200",
              max = "599")
          int status,
      @Key(
              value = "Other files in the place of single statuses.",
              optional = true,
              min = "0",
              max = "20",
              pattern = "429|5[0-9]{2}",
              expected = "a status such as 503")
          Map<String, One> byStatus) {
    public Prepared {
      byStatus = Collections.unmodifiableMap(new LinkedHashMap<>(byStatus));
    }

    /** Whether it says nothing at all. */
    public boolean isEmpty() {
      return file == null && status == Key.LEFT_OUT && byStatus.isEmpty();
    }
  }

  /**
   * One prepared file.
   *
   * @param file with the body
   * @param status what it is answered with; {@link Key#LEFT_OUT} for the status of the failure
   */
  public record One(
      @Key(value = "File with the body; its ending tells its type.", expected = "a path")
          String file,
      @Key(
              value = "Status it is answered with; left out, that of the refusal or failure.",
              optional = true,
              min = "200",
              max = "599")
          int status) {
    /** A larger file is refused: it is held in memory. */
    public static final int MAX_BYTES = 1 << 20;

    private static final Map<String, String> TYPES =
        Map.of(
            "json", "application/json",
            "html", "text/html; charset=utf-8",
            "txt", "text/plain; charset=utf-8",
            "xml", "application/xml",
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "svg", "image/svg+xml",
            "png", "image/png");

    /** The endings whose type is known. */
    public static List<String> endings() {
      return TYPES.keySet().stream().sorted().map(ending -> "." + ending).toList();
    }

    /** The type that its ending stands for; null for one that is not known. */
    public @Nullable String type() {
      return TYPES.get(file.substring(file.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT));
    }
  }

  public FallbackOptions {
    order = List.copyOf(order);
    on = List.copyOf(on);
  }

  /** Whether this is in the order. */
  public boolean has(FallbackKind kind) {
    return order.contains(kind.code());
  }

  /** What is tried, in this order. */
  public List<FallbackKind> kinds() {
    return order.stream().map(FallbackOptions::kind).toList();
  }

  private static FallbackKind kind(String code) {
    for (FallbackKind kind : FallbackKind.values()) {
      if (kind.code().equals(code)) {
        return kind;
      }
    }
    throw new IllegalArgumentException(code + " is no kind of fallback");
  }
}
