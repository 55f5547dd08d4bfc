package io.sluice.spi;

import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One request as a {@link BlockingBackend} sees it.
 *
 * @param method upper case
 * @param path the normalised, still encoded path, beginning with a slash
 * @param query the raw query without its question mark, or null
 * @param headers by lower-case name, in order of appearance
 * @param body the whole body, bounded by the server's limit; empty when there is none
 * @param remainingNanos what was left of the deadline when a worker took the call, less the margin
 * @param abandoned whether the caller has left or its time is up by now; safe from any thread
 */
@SuppressWarnings("ArrayRecordComponent") // a body is handed over whole and never compared
public record Call(
    String method,
    String path,
    @Nullable String query,
    Map<String, List<String>> headers,
    byte[] body,
    long remainingNanos,
    BooleanSupplier abandoned) {

  /** The first value of a header, by lower-case name. */
  public @Nullable String header(String name) {
    List<String> values = headers.get(name);
    return values == null || values.isEmpty() ? null : values.getFirst();
  }
}
