package io.sluice.accesslog;

import org.jspecify.annotations.Nullable;

/**
 * A request as it came in. Texts are the client's own, so they may hold anything; what is longer
 * than {@link #MOST_CHARS} is cut, as they wait for the writer and the buffer's size must say how
 * much memory that takes.
 *
 * @param atNanos on the gateway's monotonic clock
 * @param client address of the connection's other end
 * @param method null if the request line could not be read
 * @param target path and query; null likewise
 * @param protocol {@code HTTP/1.1}
 */
public record Arrival(
    long atNanos,
    @Nullable String client,
    @Nullable String method,
    @Nullable String target,
    @Nullable String protocol,
    @Nullable String userAgent,
    @Nullable String referer) {
  static final int MOST_CHARS = 2048;

  /** At the end of a text that was cut. */
  static final char CUT = '\u2026';

  public Arrival {
    method = cut(method);
    target = cut(target);
    userAgent = cut(userAgent);
    referer = cut(referer);
  }

  private static @Nullable String cut(@Nullable String text) {
    return text == null || text.length() <= MOST_CHARS ? text : text.substring(0, MOST_CHARS) + CUT;
  }
}
