package io.sluice.edge;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.HostAndPort;
import io.vertx.core.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What of a message's header section goes on to the next hop. Hop-by-hop fields and those named in
 * {@code Connection} stay behind (RFC 9110 §7.6.1); forwarding fields are ours unless the peer is
 * trusted to have set them.
 */
final class Forwarding {

  private static final List<CharSequence> HOP_BY_HOP =
      List.of(
          HttpHeaders.CONNECTION,
          HttpHeaders.createOptimized("keep-alive"),
          HttpHeaders.createOptimized("proxy-connection"),
          HttpHeaders.createOptimized("proxy-authenticate"),
          HttpHeaders.createOptimized("proxy-authorization"),
          HttpHeaders.createOptimized("te"),
          HttpHeaders.createOptimized("trailer"),
          HttpHeaders.TRANSFER_ENCODING,
          HttpHeaders.createOptimized("upgrade"));

  /**
   * Naming these in {@code Connection} must not make them vanish: they frame or route the message.
   */
  private static final Set<String> PROTECTED = Set.of("host", "content-length", "close");

  /** What nobody is trusted to write with underscores: it frames the message, or is ours to say. */
  private static final Set<String> NEVER_DISGUISED =
      Set.of(
          "host",
          "content-length",
          "transfer-encoding",
          "connection",
          "upgrade",
          "te",
          "trailer",
          "x-sluice-caller");

  private static final Set<String> NOT_IN_TRAILERS =
      Set.of(
          "keep-alive",
          "proxy-connection",
          "proxy-authenticate",
          "proxy-authorization",
          "authorization",
          "set-cookie",
          "content-encoding",
          "content-type",
          "content-range",
          "cache-control");

  private static final Set<String> PROXYS =
      Set.of("forwarded", "via", "x-real-ip", "x-request-id", "x-request-timeout-ms");

  private static final CharSequence X_FORWARDED_FOR =
      HttpHeaders.createOptimized("x-forwarded-for");
  private static final CharSequence X_FORWARDED_PROTO =
      HttpHeaders.createOptimized("x-forwarded-proto");
  private static final CharSequence X_FORWARDED_HOST =
      HttpHeaders.createOptimized("x-forwarded-host");
  private static final CharSequence X_FORWARDED_PORT =
      HttpHeaders.createOptimized("x-forwarded-port");
  private static final CharSequence FORWARDED = HttpHeaders.createOptimized("forwarded");
  private static final CharSequence VIA_NAME = HttpHeaders.createOptimized("via");

  private Forwarding() {}

  /** Fills {@code out} with what of the client's request goes to the backend. */
  static void request(HttpServerRequest request, MultiMap out, boolean trusted) {
    out.setAll(request.headers());
    dropDisguised(out, trusted);
    dropHopByHop(out);
    if (!RequestBody.awaitsContinue(request)) {
      out.remove(HttpHeaders.EXPECT);
    }
    if (!trusted) {
      out.remove(X_FORWARDED_FOR);
      out.remove(X_FORWARDED_PROTO);
      out.remove(X_FORWARDED_HOST);
      out.remove(X_FORWARDED_PORT);
      out.remove(FORWARDED);
    }
    SocketAddress peer = request.remoteAddress();
    if (peer != null && peer.hostAddress() != null) {
      appendTo(out, X_FORWARDED_FOR, peer.hostAddress());
    }
    setIfAbsent(out, X_FORWARDED_PROTO, request.connection().isSsl() ? "https" : "http");
    HostAndPort authority = request.authority();
    if (authority != null) {
      setIfAbsent(out, X_FORWARDED_HOST, authority.toString());
    }
    SocketAddress local = request.localAddress();
    if (local != null) {
      setIfAbsent(out, X_FORWARDED_PORT, Integer.toString(local.port()));
    }
    appendTo(out, VIA_NAME, via(request.version()));
  }

  /** Names the protocol that the message came in by (RFC 9110 §7.6.3). */
  private static String via(HttpVersion received) {
    return switch (received) {
      case HTTP_1_0 -> "1.0 sluice";
      case HTTP_1_1 -> "1.1 sluice";
      case HTTP_2 -> "2.0 sluice";
    };
  }

  /**
   * Fills {@code out} with what of the backend's response goes to the client, and with nothing
   * else: what it held before is gone.
   */
  static void response(HttpVersion received, MultiMap in, MultiMap out) {
    out.setAll(in);
    dropHopByHop(out);
    DateHeader.addTo(out);
    appendTo(out, VIA_NAME, via(received));
  }

  /** Fills {@code out} with what of an interim response goes to the client. */
  static void interim(MultiMap in, MultiMap out) {
    for (Map.Entry<String, String> field : in) {
      out.add(field.getKey().toLowerCase(Locale.ROOT), field.getValue()); // as HTTP/2 demands
    }
    dropHopByHop(out);
  }

  /** Fills {@code out} with those trailers that frame and route nothing (RFC 9110 §6.5.1). */
  static void trailers(MultiMap in, MultiMap out) {
    for (Map.Entry<String, String> field : in) {
      String name = field.getKey().toLowerCase(Locale.ROOT);
      if (!NEVER_DISGUISED.contains(name)
          && !NOT_IN_TRAILERS.contains(name)
          && name.charAt(0) != ':') {
        out.add(name, field.getValue());
      }
    }
  }

  /**
   * To many backends {@code X_Forwarded_For} is X-Forwarded-For: with an underscore, a name that
   * means something here is never sent for an honest reason.
   */
  private static void dropDisguised(MultiMap headers, boolean trusted) {
    List<String> disguised = null;
    for (Map.Entry<String, String> field : headers) {
      String name = field.getKey();
      if (name.indexOf('_') >= 0) {
        String plain = name.replace('_', '-').toLowerCase(Locale.ROOT);
        if (NEVER_DISGUISED.contains(plain) || (!trusted && isOfAProxy(plain))) {
          disguised = disguised == null ? new ArrayList<>() : disguised;
          disguised.add(name);
        }
      }
    }
    if (disguised != null) {
      disguised.forEach(headers::remove);
    }
  }

  private static boolean isOfAProxy(String name) {
    return PROXYS.contains(name) || name.startsWith("x-forwarded-") || name.startsWith("x-sluice-");
  }

  private static void dropHopByHop(MultiMap headers) {
    String connection = headers.get(HttpHeaders.CONNECTION);
    if (connection != null) {
      dropNamed(headers);
    }
    for (CharSequence name : HOP_BY_HOP) {
      headers.remove(name);
    }
  }

  private static void dropNamed(MultiMap headers) {
    for (String value : headers.getAll(HttpHeaders.CONNECTION)) {
      for (String token : value.split(",", -1)) {
        String name = token.trim().toLowerCase(Locale.ROOT);
        if (!name.isEmpty() && !PROTECTED.contains(name)) {
          headers.remove(name);
        }
      }
    }
  }

  private static void setIfAbsent(MultiMap headers, CharSequence name, String value) {
    if (!headers.contains(name)) {
      headers.set(name, value);
    }
  }

  private static void appendTo(MultiMap headers, CharSequence name, String value) {
    String present = headers.get(name);
    if (present == null) {
      headers.set(name, value);
    } else {
      headers.set(name, String.join(", ", headers.getAll(name)) + ", " + value);
    }
  }
}
