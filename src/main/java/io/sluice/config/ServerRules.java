package io.sluice.config;

import io.sluice.admin.AdminOptions;
import io.sluice.edge.ServerOptions;
import java.net.InetAddress;
import java.util.regex.Pattern;

/**
 * The two listeners and their log: who may be believed, who may come in, and when a connection is
 * idle.
 */
final class ServerRules {
  private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");

  private ServerRules() {}

  static void check(Review review) {
    idleTimeout(review, review.options().server());
    trustedProxies(review, review.options().server());
    proxyProtocol(review, review.options().server());
    token(review, review.options().admin());
    accessLog(review);
  }

  /** An idle timeout also ends connections whose request is only slow. */
  private static void idleTimeout(Review review, ServerOptions server) {
    if (server.idleTimeout().compareTo(server.maxDeadline()) <= 0) {
      review.expect(
          "server.idleTimeout",
          server.idleTimeout(),
          "more than maxDeadline, " + review.show("server.maxDeadline", server.maxDeadline()),
          "server.maxDeadline");
    }
  }

  private static void trustedProxies(Review review, ServerOptions server) {
    for (int i = 0; i < server.trustedProxies().size(); i++) {
      String cidr = server.trustedProxies().get(i);
      if (!isCidr(cidr)) {
        review.expect(
            "server.trustedProxies[" + i + "]", cidr, "an address or CIDR such as 10.0.0.0/8");
      }
    }
  }

  /** Who may say who is calling decides who is believed; on a public address, not just anyone. */
  private static void proxyProtocol(Review review, ServerOptions server) {
    if (server.proxyProtocol() && server.trustedProxies().isEmpty() && !isPrivate(server.host())) {
      review.expect(
          "server.proxyProtocol",
          server.proxyProtocol(),
          "trustedProxies that may send it, as %s is not private"
              .formatted(review.show("server.host", server.host())),
          "server.trustedProxies",
          "server.host");
    }
  }

  private static boolean isPrivate(String host) {
    if (isLoopback(host)) {
      return true;
    }
    if (!isAddress(host)) {
      return false;
    }
    InetAddress address = InetAddress.ofLiteral(host);
    byte[] bytes = address.getAddress();
    return address.isSiteLocalAddress() || (bytes.length == 16 && (bytes[0] & 0xfe) == 0xfc);
  }

  private static boolean isCidr(String text) {
    int slash = text.indexOf('/');
    String address = slash < 0 ? text : text.substring(0, slash);
    if (!isAddress(address)) {
      return false;
    }
    int bits = address.contains(":") ? 128 : 32;
    return slash < 0 || Integer.parseInt(text.substring(slash + 1)) <= bits;
  }

  private static boolean isAddress(String text) {
    if (!text.contains(":") && !IPV4.matcher(text).matches()) {
      return false;
    }
    try {
      InetAddress.ofLiteral(text);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static void token(Review review, AdminOptions admin) {
    if (admin.token().isBlank() && !isLoopback(admin.host())) {
      review.refuse(
          "admin.token",
          "missing (expected: a token, as %s is not loopback)"
              .formatted(review.show("admin.host", admin.host())),
          "admin.host");
    }
  }

  private static void accessLog(Review review) {
    if (review.isWritten("accessLog") && !review.isWritten("accessLog.file")) {
      review.warn("accessLog", "file is off, so nothing is logged");
    }
  }

  /** Never asks a name server: a name other than localhost may be anything tomorrow. */
  private static boolean isLoopback(String host) {
    String address = host.startsWith("[") && host.endsWith("]") ? inside(host) : host;
    return host.equals("localhost")
        || (isAddress(address) && InetAddress.ofLiteral(address).isLoopbackAddress());
  }

  private static String inside(String bracketed) {
    return bracketed.substring(1, bracketed.length() - 1);
  }
}
