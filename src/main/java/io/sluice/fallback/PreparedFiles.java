package io.sluice.fallback;

import io.sluice.exchange.StoredAnswer;
import io.sluice.options.Key;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The prepared answers of a route, read once. Immutable. */
public final class PreparedFiles {
  /** None at all. */
  public static final PreparedFiles NONE = new PreparedFiles(null, Map.of());

  private final @Nullable StoredAnswer any;
  private final Map<Integer, StoredAnswer> byStatus;

  private PreparedFiles(@Nullable StoredAnswer any, Map<Integer, StoredAnswer> byStatus) {
    this.any = any;
    this.byStatus = Map.copyOf(byStatus);
  }

  /**
   * Reads the files.
   *
   * @throws IOException if one cannot be read any more, or has grown too large
   */
  public static PreparedFiles read(FallbackOptions.Prepared options) throws IOException {
    var byStatus = new HashMap<Integer, StoredAnswer>();
    for (Map.Entry<String, FallbackOptions.One> each : options.byStatus().entrySet()) {
      byStatus.put(Integer.valueOf(each.getKey()), read(each.getValue()));
    }
    String file = options.file();
    return new PreparedFiles(
        file == null ? null : read(new FallbackOptions.One(file, options.status())), byStatus);
  }

  private static StoredAnswer read(FallbackOptions.One one) throws IOException {
    byte[] body = Files.readAllBytes(Path.of(one.file()));
    if (body.length > FallbackOptions.One.MAX_BYTES) {
      throw new IOException(one.file() + " is too large");
    }
    // It stands for something else, which may be back in a moment.
    List<String> headers =
        List.of(
            "content-type",
            Objects.requireNonNull(one.type(), one.file()),
            "cache-control",
            "no-store");
    return new StoredAnswer(one.status(), headers, body);
  }

  /**
   * What was prepared for a status that would be told otherwise; null for nothing.
   *
   * @param told by the refusal or failure
   */
  @Nullable StoredAnswer of(int told) {
    StoredAnswer found = byStatus.getOrDefault(told, any);
    return found == null || found.status() != Key.LEFT_OUT
        ? found
        : new StoredAnswer(told, found.headers(), found.body());
  }
}
