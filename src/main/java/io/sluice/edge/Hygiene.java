package io.sluice.edge;

import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.sluice.exchange.Reason;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import org.jspecify.annotations.Nullable;

/** What is wrong with a request before anyone looks at what it wants. */
final class Hygiene {
  private static final String CHUNKED = "chunked";

  private final long maxBodyBytes;

  Hygiene(long maxBodyBytes) {
    this.maxBodyBytes = maxBodyBytes;
  }

  /** The fault of a decoded request; null if there is none. */
  @Nullable Reason faultOf(HttpServerRequest request) {
    HttpMethod method = request.method();
    if (HttpMethod.CONNECT.equals(method) || HttpMethod.TRACE.equals(method)) {
      return Reason.METHOD_NOT_ALLOWED;
    }
    if (!request.uri().startsWith("/") || request.uri().indexOf('#') >= 0) {
      return Reason.BAD_REQUEST;
    }
    int hosts = request.headers().getAll(HttpHeaders.HOST).size();
    boolean hostIsRequired = request.version() == HttpVersion.HTTP_1_1;
    if (hosts > 1 || (hosts == 0 && hostIsRequired)) {
      return Reason.BAD_REQUEST;
    }
    return faultOfBody(request);
  }

  private @Nullable Reason faultOfBody(HttpServerRequest request) {
    String encoding = request.headers().get(HttpHeaders.TRANSFER_ENCODING);
    String length = request.headers().get(HttpHeaders.CONTENT_LENGTH);
    if (encoding != null) {
      boolean onlyChunked =
          encoding.equalsIgnoreCase(CHUNKED)
              && request.headers().getAll(HttpHeaders.TRANSFER_ENCODING).size() == 1;
      return onlyChunked && length == null ? null : Reason.BAD_REQUEST;
    }
    if (length == null) {
      return null;
    }
    long bytes = declaredLength(length);
    if (bytes < 0) {
      return Reason.BAD_REQUEST;
    }
    return bytes > maxBodyBytes ? Reason.BODY_TOO_LARGE : null;
  }

  /** Digits only; -1 for anything else. */
  static long declaredLength(String value) {
    if (value.isEmpty() || value.length() > 18) {
      return -1;
    }
    long bytes = 0;
    for (int i = 0; i < value.length(); i++) {
      int digit = value.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      bytes = bytes * 10 + digit;
    }
    return bytes;
  }

  /** The fault of a request the decoder gave up on. */
  static Reason faultOfUndecodable(@Nullable Throwable cause) {
    if (cause instanceof TooLongHttpLineException) {
      return Reason.URI_TOO_LONG;
    }
    if (cause instanceof TooLongHttpHeaderException || cause instanceof TooLongFrameException) {
      return Reason.HEADERS_TOO_LARGE;
    }
    return Reason.BAD_REQUEST;
  }
}
