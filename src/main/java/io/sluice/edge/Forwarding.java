package io.sluice.edge;

import io.netty.util.AsciiString;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.SocketAddress;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What of a message's header section goes on to the next hop. Hop-by-hop fields and those named in
 * {@code Connection} stay behind (RFC 9110 §7.6.1); forwarding fields are ours unless the peer is
 * trusted to have set them.
 */
final class Forwarding {

  private static final Set<String> NOT_IN_TRAILERS =
      Set.of(
          "authorization",
          "set-cookie",
          "content-encoding",
          "content-type",
          "content-range",
          "cache-control");

  private static final CharSequence X_FORWARDED_FOR =
      HttpHeaders.createOptimized("x-forwarded-for");
  private static final CharSequence X_FORWARDED_PROTO =
      HttpHeaders.createOptimized("x-forwarded-proto");
  private static final CharSequence X_FORWARDED_HOST =
      HttpHeaders.createOptimized("x-forwarded-host");
  private static final CharSequence X_FORWARDED_PORT =
      HttpHeaders.createOptimized("x-forwarded-port");
  private static final CharSequence VIA_NAME = HttpHeaders.createOptimized("via");
  private static final CharSequence VIA_1_0 = HttpHeaders.createOptimized("1.0 sluice");
  private static final CharSequence VIA_1_1 = HttpHeaders.createOptimized("1.1 sluice");
  private static final CharSequence VIA_2_0 = HttpHeaders.createOptimized("2.0 sluice");
  private static final CharSequence HTTP = HttpHeaders.createOptimized("http");
  private static final CharSequence HTTPS = HttpHeaders.createOptimized("https");

  private Forwarding() {}

  /** Fills {@code out} with what of the client's request goes to the backend. */
  static void request(HttpServerRequest request, MultiMap out, boolean trusted) {
    endToEnd(request.headers(), out, trusted, RequestBody.awaitsContinue(request));
    SocketAddress peer = request.remoteAddress();
    if (peer != null && peer.hostAddress() != null) {
      append(out, X_FORWARDED_FOR, peer.hostAddress());
    }
    addIfAbsent(out, X_FORWARDED_PROTO, request.connection().isSsl() ? HTTPS : HTTP);
    String host = out.get(HttpHeaders.HOST);
    if (host != null) {
      addIfAbsent(out, X_FORWARDED_HOST, host);
    }
    SocketAddress local = request.localAddress();
    if (local != null && !out.contains(X_FORWARDED_PORT)) {
      out.add(X_FORWARDED_PORT, Integer.toString(local.port()));
    }
    append(out, VIA_NAME, via(request.version()));
  }

  /**
   * Fills {@code out}, emptied before, with what of a client's fields is for the backend, and
   * believed.
   *
   * @param trusted whether the other end of the connection may speak for others
   * @param expects whether its {@code Expect} can be kept
   */
  static void endToEnd(MultiMap in, MultiMap out, boolean trusted, boolean expects) {
    out.clear();
    boolean names = false;
    for (var fields = fields(in); fields.hasNext(); ) {
      Map.Entry<? extends CharSequence, ? extends CharSequence> field = fields.next();
      CharSequence name = field.getKey();
      FieldKind kind = FieldKind.of(name);
      if (kind == FieldKind.END_TO_END || passes(kind, name, trusted, expects)) {
        out.add(name, field.getValue());
      } else if (kind == FieldKind.CONNECTION) {
        names |= namesFields(field.getValue());
      }
    }
    if (names) {
      dropNamed(in, out);
    }
  }

  private static boolean passes(
      FieldKind kind, CharSequence name, boolean trusted, boolean expects) {
    return switch (kind) {
      case END_TO_END -> true;
      case CONNECTION, HOP_BY_HOP -> false;
      case FRAMING, CALLER -> !FieldKind.isDisguised(name);
      case EXPECT -> expects && !FieldKind.isDisguised(name);
      case STATED -> trusted || !FieldKind.isDisguised(name);
      case FORWARDED -> trusted;
    };
  }

  // Without strings for the names and values, as long as the headers have none themselves.
  private static Iterator<? extends Map.Entry<? extends CharSequence, ? extends CharSequence>>
      fields(MultiMap headers) {
    return headers instanceof io.netty.handler.codec.http.HttpHeaders decoded
        ? decoded.iteratorCharSequence()
        : headers.iterator();
  }

  /** Names the protocol that the message came in by (RFC 9110 §7.6.3). */
  private static CharSequence via(HttpVersion received) {
    return switch (received) {
      case HTTP_1_0 -> VIA_1_0;
      case HTTP_1_1 -> VIA_1_1;
      case HTTP_2 -> VIA_2_0;
    };
  }

  /**
   * Fills {@code out} with what of the backend's response goes to the client, and with nothing
   * else: what it held before is gone.
   */
  static void response(HttpVersion received, MultiMap in, MultiMap out) {
    out.clear();
    boolean names = false;
    for (var fields = fields(in); fields.hasNext(); ) {
      Map.Entry<? extends CharSequence, ? extends CharSequence> field = fields.next();
      CharSequence name = field.getKey();
      switch (FieldKind.of(name)) {
        case CONNECTION -> names |= namesFields(field.getValue());
        case HOP_BY_HOP -> {}
        default -> out.add(name, field.getValue());
      }
    }
    if (names) {
      dropNamed(in, out);
    }
    DateHeader.addTo(out);
    append(out, VIA_NAME, via(received));
  }

  /** Fills {@code out} with what of an interim response goes to the client. */
  static void interim(MultiMap in, MultiMap out) {
    for (Map.Entry<String, String> field : in) {
      if (!isHopByHop(FieldKind.of(field.getKey()))) {
        out.add(field.getKey().toLowerCase(Locale.ROOT), field.getValue()); // as HTTP/2 demands
      }
    }
    dropNamed(in, out);
  }

  /** Fills {@code out} with those trailers that frame and route nothing (RFC 9110 §6.5.1). */
  static void trailers(MultiMap in, MultiMap out) {
    for (Map.Entry<String, String> field : in) {
      String name = field.getKey().toLowerCase(Locale.ROOT);
      FieldKind kind = FieldKind.of(name);
      boolean ofTheMessage =
          isHopByHop(kind) || kind == FieldKind.FRAMING || kind == FieldKind.CALLER;
      if (!ofTheMessage && !NOT_IN_TRAILERS.contains(name) && name.charAt(0) != ':') {
        out.add(name, field.getValue());
      }
    }
  }

  private static boolean isHopByHop(FieldKind kind) {
    return kind == FieldKind.CONNECTION || kind == FieldKind.HOP_BY_HOP;
  }

  /** Whether a value of {@code Connection} says more than nearly all do. */
  private static boolean namesFields(CharSequence connection) {
    return !AsciiString.contentEqualsIgnoreCase(HttpHeaders.KEEP_ALIVE, connection)
        && !AsciiString.contentEqualsIgnoreCase(HttpHeaders.CLOSE, connection);
  }

  /**
   * Naming a field in {@code Connection} must not make vanish what frames or routes the message, or
   * what a proxy or we ourselves say about it: that is for them to say.
   */
  private static void dropNamed(MultiMap in, MultiMap out) {
    for (String value : in.getAll(HttpHeaders.CONNECTION)) {
      for (String token : value.split(",", -1)) {
        String name = token.trim();
        if (!name.isEmpty() && FieldKind.of(name) == FieldKind.END_TO_END) {
          out.remove(name);
        }
      }
    }
  }

  private static void addIfAbsent(MultiMap headers, CharSequence name, CharSequence value) {
    if (!headers.contains(name)) {
      headers.add(name, value);
    }
  }

  private static void append(MultiMap headers, CharSequence name, CharSequence value) {
    if (headers.contains(name)) {
      headers.set(name, String.join(", ", headers.getAll(name)) + ", " + value);
    } else {
      headers.add(name, value);
    }
  }
}
