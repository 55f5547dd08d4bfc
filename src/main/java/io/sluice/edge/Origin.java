package io.sluice.edge;

import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.net.URI;
import java.util.List;

/**
 * One configured endpoint: an address that stays, or a name that stands for any number of them.
 * Immutable.
 *
 * @param url as configured
 * @param host the name or address; of a Unix socket, what it is called in a URL
 * @param isName whether it is to be looked up
 */
record Origin(String url, String host, int port, boolean isName) {
  private static final String UNIX = "unix:";
  private static final int DEFAULT_PORT = 80;
  private static final int DEFAULT_TLS_PORT = 443;

  static Origin of(String url) {
    if (isUnix(url)) {
      return new Origin(url, "localhost", DEFAULT_PORT, false);
    }
    URI uri = URI.create(url);
    String written = uri.getHost();
    String host = written.startsWith("[") ? written.substring(1, written.length() - 1) : written;
    int standard = "https".equals(uri.getScheme()) ? DEFAULT_TLS_PORT : DEFAULT_PORT;
    int port = uri.getPort() < 0 ? standard : uri.getPort();
    return new Origin(url, host, port, !isLiteral(host));
  }

  static boolean isUnix(String url) {
    return url.startsWith(UNIX);
  }

  private static boolean isLiteral(String host) {
    try {
      InetAddress.ofLiteral(host);
      return true;
    } catch (IllegalArgumentException aName) {
      return false;
    }
  }

  /** Itself; of a name there are others. */
  Endpoint endpoint() {
    return isUnix(url)
        ? new Endpoint(SocketAddress.domainSocketAddress(url.substring(UNIX.length())), host, port)
        : new Endpoint(SocketAddress.inetSocketAddress(port, host), host, port);
  }

  /** What its name stands for. */
  List<Endpoint> endpoints(List<String> addresses) {
    return addresses.stream()
        .map(each -> new Endpoint(SocketAddress.inetSocketAddress(port, each), host, port))
        .toList();
  }
}
