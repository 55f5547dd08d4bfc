package io.sluice.edge;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import org.jspecify.annotations.Nullable;

/**
 * What a client asked for, as far as it could be read; null for what of it could not. Of a good
 * request the target is in the form that was routed, of a flawed one it is as it came.
 */
record RequestLine(@Nullable String method, @Nullable String target, @Nullable String protocol) {
  /** The target of an HTTP/1 message whose line could not be read; none that is read is so. */
  static final String NO_TARGET = "";

  private static final RequestLine UNREADABLE = new RequestLine(null, null, null);

  static RequestLine of(HttpServerRequest request) {
    return request.uri().equals(NO_TARGET)
        ? UNREADABLE
        : new RequestLine(request.method().name(), request.uri(), protocol(request.version()));
  }

  /** Of pseudo fields, which may be missing. */
  static RequestLine ofHttp2(@Nullable CharSequence method, @Nullable CharSequence path) {
    return new RequestLine(text(method), text(path), protocol(HttpVersion.HTTP_2));
  }

  private static @Nullable String text(@Nullable CharSequence field) {
    return field == null ? null : field.toString();
  }

  private static @Nullable String protocol(@Nullable HttpVersion version) {
    return switch (version) {
      case HTTP_1_0 -> "HTTP/1.0";
      case HTTP_1_1 -> "HTTP/1.1";
      case HTTP_2 -> "HTTP/2";
      case null -> null;
    };
  }
}
