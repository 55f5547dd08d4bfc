package io.sluice.edge;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is wrong with the head of an HTTP/2 request (RFC 9113 §8.2–8.3), beyond what the codec
 * refuses by itself: nothing that could not be written down as HTTP/1 may go on, for that is what
 * most backends will read. One instance per event loop.
 */
final class FrameHygiene {
  private static final int ENTRY_OVERHEAD_BYTES = 32; // RFC 9113 §6.5.2

  private static final Set<String> OF_A_CONNECTION =
      Set.of("connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade");

  private final Hygiene hygiene;
  private final long maxLineBytes;
  private final long maxHeaderBytes;

  FrameHygiene(Hygiene hygiene, long maxLineBytes, long maxHeaderBytes) {
    this.hygiene = hygiene;
    this.maxLineBytes = maxLineBytes;
    this.maxHeaderBytes = maxHeaderBytes;
  }

  /**
   * The flaw of a head; null if it has none, and then its path is in the form to be routed and its
   * authority is its only {@code host}.
   */
  @Nullable Flaw flawOf(Http2Headers headers) {
    Flaw flaw = flawOfFields(headers);
    if (flaw == null) {
      flaw = flawOfRequest(headers);
    }
    if (flaw == null) {
      flaw = flawOfHost(headers);
    }
    return flaw != null ? flaw : flawOfLength(headers);
  }

  private @Nullable Flaw flawOfFields(Http2Headers headers) {
    long bytes = 0;
    for (Map.Entry<CharSequence, CharSequence> field : headers) {
      CharSequence name = field.getKey();
      CharSequence value = field.getValue();
      bytes += name.length() + value.length() + ENTRY_OVERHEAD_BYTES;
      if (!isName(name)) {
        return Flaw.FIELD_NAME;
      }
      if (!isValue(value)) {
        return Flaw.FIELD_VALUE;
      }
      if (OF_A_CONNECTION.contains(name.toString())) {
        return Flaw.CONNECTION_FIELD;
      }
    }
    return bytes > maxHeaderBytes ? Flaw.LONG_HEAD : null;
  }

  private static boolean isName(CharSequence name) {
    int from = !name.isEmpty() && name.charAt(0) == ':' ? 1 : 0;
    for (int i = from; i < name.length(); i++) {
      char c = name.charAt(i);
      if (!HeadScan.isToken(c) || (c >= 'A' && c <= 'Z')) {
        return false;
      }
    }
    return name.length() > from;
  }

  private static boolean isValue(CharSequence value) {
    int length = value.length();
    for (int i = 0; i < length; i++) {
      if (!HeadScan.isOfValue(value.charAt(i))) {
        return false;
      }
    }
    return length == 0 || !(isBlank(value.charAt(0)) || isBlank(value.charAt(length - 1)));
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }

  private @Nullable Flaw flawOfRequest(Http2Headers headers) {
    CharSequence method = headers.method();
    CharSequence scheme = headers.scheme();
    CharSequence path = headers.path();
    if (method == null || !isMethod(method)) {
      return Flaw.REQUEST_LINE;
    }
    if (is(method, HttpMethod.CONNECT) || is(method, HttpMethod.TRACE)) {
      return Flaw.METHOD;
    }
    if (scheme == null || !(is(scheme, "http") || is(scheme, "https"))) {
      return Flaw.SCHEME;
    }
    if (path == null || path.isEmpty() || path.charAt(0) != '/') {
      return Flaw.TARGET_FORM;
    }
    return path.length() > maxLineBytes ? Flaw.LONG_LINE : flawOfPath(headers, path.toString());
  }

  static boolean isMethod(CharSequence method) {
    for (int i = 0; i < method.length(); i++) {
      if (!HeadScan.isToken(method.charAt(i))) {
        return false;
      }
    }
    return !method.isEmpty();
  }

  private static boolean is(CharSequence text, Object word) {
    return word.toString().contentEquals(text);
  }

  private @Nullable Flaw flawOfPath(Http2Headers headers, String path) {
    for (int i = 0; i < path.length(); i++) {
      if (!HeadScan.isVisible(path.charAt(i))) {
        return Flaw.PATH_CHARACTER;
      }
    }
    try {
      String normal = hygiene.normalise(path);
      if (!normal.equals(path)) {
        headers.path(normal);
      }
      return null;
    } catch (Flaw.Malformed malformed) {
      return Flaw.of(malformed);
    }
  }

  private @Nullable Flaw flawOfHost(Http2Headers headers) {
    List<CharSequence> hosts = headers.getAll(HttpHeaderNames.HOST);
    if (hosts.size() > 1) {
      return Flaw.HOST_REPEATED;
    }
    CharSequence host = hosts.isEmpty() ? null : hosts.getFirst();
    CharSequence authority = headers.authority() == null ? host : headers.authority();
    if (authority == null) {
      return Flaw.HOST_MISSING;
    }
    String wanted = authority.toString();
    if (!hygiene.isAuthority(wanted)) {
      return Flaw.HOST_INVALID;
    }
    return host == null || wanted.equalsIgnoreCase(host.toString()) ? null : Flaw.TARGET_AUTHORITY;
  }

  private @Nullable Flaw flawOfLength(Http2Headers headers) {
    List<CharSequence> lengths = headers.getAll(HttpHeaderNames.CONTENT_LENGTH);
    if (lengths.isEmpty()) {
      return null;
    }
    return lengths.size() > 1
        ? Flaw.LENGTH_REPEATED
        : hygiene.flawOfLength(lengths.getFirst().toString());
  }
}
