package io.sluice.edge;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.sluice.websocket.Handshake;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What is wrong with a decoded request head before anyone looks at what it wants. One instance per
 * event loop.
 */
final class Hygiene {
  /** No user information, no list, no zone: a name or an address, and perhaps a port. */
  private static final Pattern AUTHORITY =
      Pattern.compile("([A-Za-z0-9._~-]+|\\[[0-9A-Fa-f:.]+])(:[0-9]{1,5})?");

  private static final Pattern ABSOLUTE = Pattern.compile("(?i:https?)://([^/?#]*)(.*)");
  private static final int LONGEST_AUTHORITY = 300;

  private final long maxBodyBytes;
  private final PathOptions paths;

  /** The last good one: nearly every request on a loop has the same. */
  private @Nullable String lastHost;

  Hygiene(long maxBodyBytes, PathOptions paths) {
    this.maxBodyBytes = maxBodyBytes;
    this.paths = paths;
  }

  /** The flaw of a head; null if it has none, and then its target is in the form to be routed. */
  @Nullable Flaw flawOf(HttpRequest request) {
    HttpMethod method = request.method();
    if (HttpMethod.CONNECT.equals(method) || HttpMethod.TRACE.equals(method)) {
      return Flaw.METHOD;
    }
    HttpHeaders headers = request.headers();
    boolean old = request.protocolVersion().equals(HttpVersion.HTTP_1_0);
    List<String> hosts = headers.getAll(HttpHeaderNames.HOST);
    if (hosts.size() != 1) {
      if (!hosts.isEmpty()) {
        return Flaw.HOST_REPEATED;
      }
      if (!old) {
        return Flaw.HOST_MISSING;
      }
    } else if (!isAuthority(hosts.getFirst())) {
      return Flaw.HOST_INVALID;
    }
    Flaw flaw = flawOfTarget(request, hosts.isEmpty() ? "" : hosts.getFirst());
    if (flaw == null) {
      flaw = flawOfFraming(headers, old);
    }
    boolean upgrades = flaw == null && !old && headers.contains(HttpHeaderNames.UPGRADE);
    return upgrades ? flawOfHandshake(request) : flaw;
  }

  /** Any other upgrade is not offered: its field ends here, as all hop-by-hop fields do. */
  private static @Nullable Flaw flawOfHandshake(HttpRequest request) {
    HttpHeaders headers = request.headers();
    if (!Handshake.isAsked(
        headers.getAll(HttpHeaderNames.CONNECTION), headers.getAll(HttpHeaderNames.UPGRADE))) {
      return null;
    }
    boolean hasBody =
        headers.contains(HttpHeaderNames.TRANSFER_ENCODING)
            || headers.contains(HttpHeaderNames.CONTENT_LENGTH);
    return switch (Handshake.judge(
        HttpMethod.GET.equals(request.method()),
        hasBody,
        headers.getAll(HttpHeaderNames.SEC_WEBSOCKET_KEY),
        headers.getAll(HttpHeaderNames.SEC_WEBSOCKET_VERSION))) {
      case GOOD -> null;
      case MALFORMED -> Flaw.HANDSHAKE;
      case VERSION -> Flaw.HANDSHAKE_VERSION;
    };
  }

  boolean isAuthority(String host) {
    if (host.equals(lastHost)) {
      return true;
    }
    boolean valid = host.length() <= LONGEST_AUTHORITY && AUTHORITY.matcher(host).matches();
    if (valid) {
      lastHost = host;
    }
    return valid;
  }

  private @Nullable Flaw flawOfTarget(HttpRequest request, String host) {
    String target = request.uri();
    if (!target.startsWith("/")) {
      var absolute = ABSOLUTE.matcher(target);
      if (!absolute.matches()) {
        return Flaw.TARGET_FORM;
      }
      if (!absolute.group(1).equalsIgnoreCase(host)) {
        return Flaw.TARGET_AUTHORITY;
      }
      String rest = absolute.group(2);
      target = rest.startsWith("/") ? rest : "/" + rest;
    }
    try {
      String normal = normalise(target);
      if (!normal.equals(request.uri())) {
        request.setUri(normal);
      }
      return null;
    } catch (Flaw.Malformed malformed) {
      return Flaw.of(malformed);
    }
  }

  private @Nullable Flaw flawOfFraming(HttpHeaders headers, boolean old) {
    String encoding = headers.get(HttpHeaderNames.TRANSFER_ENCODING);
    String length = headers.get(HttpHeaderNames.CONTENT_LENGTH);
    if (encoding != null) {
      if (length != null) {
        return Flaw.LENGTH_AND_ENCODING;
      }
      if (old) {
        return Flaw.ENCODING_IN_HTTP_1_0;
      }
      boolean onlyChunked =
          encoding.equalsIgnoreCase("chunked")
              && headers.getAll(HttpHeaderNames.TRANSFER_ENCODING).size() == 1;
      return onlyChunked ? null : Flaw.ENCODING_UNKNOWN;
    }
    if (length == null) {
      return null;
    }
    if (headers.getAll(HttpHeaderNames.CONTENT_LENGTH).size() > 1) {
      return Flaw.LENGTH_REPEATED;
    }
    return flawOfLength(length);
  }

  /** The flaw of a length as declared. */
  @Nullable Flaw flawOfLength(String length) {
    long bytes = declaredLength(length);
    if (bytes < 0) {
      return Flaw.LENGTH_INVALID;
    }
    return bytes > maxBodyBytes ? Flaw.LONG_BODY : null;
  }

  /**
   * The flaw of a head that the decoder refused for its framing, if that is what it did: it only
   * says that it did.
   */
  Flaw flawOfRefused(HttpRequest request, Throwable cause) {
    Flaw known = Flaw.of(cause);
    if (known != Flaw.UNDECODABLE) {
      return known;
    }
    boolean old = request.protocolVersion().equals(HttpVersion.HTTP_1_0);
    Flaw framing = flawOfFraming(request.headers(), old);
    return framing == null ? Flaw.UNDECODABLE : framing;
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

  /**
   * A path and query in the form that is routed and forwarded.
   *
   * @throws Flaw.Malformed if there is none
   */
  String normalise(String target) {
    return Target.normalise(target, paths);
  }
}
