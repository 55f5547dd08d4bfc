package io.sluice.edge;

import io.sluice.exchange.Exchange;
import io.sluice.time.DeadlineHeader;
import io.vertx.core.Future;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A backend reached over HTTP, as one event loop sees it: its own connections, never shared with
 * another loop. Its pool holds the lane's whole limit and nobody may wait in it: the lane is the
 * queue.
 */
final class Upstream implements Backend {
  /** What the calls of this backend have in common. */
  record Settings(List<DeadlineHeader> deadlineHeaders, TrustedPeers trusted, long maxBodyBytes) {}

  private final LoopContext loop;
  private final HttpClientAgent client;
  private final List<SocketAddress> endpoints;
  private final Settings settings;
  private final @Nullable String serverName;
  private final long connectMillis;
  private final boolean secure;
  private int next;

  Upstream(LoopContext loop, BackendOptions options, Settings settings) {
    this.loop = loop;
    this.settings = settings;
    this.endpoints = options.endpoints().stream().map(Upstream::address).toList();
    this.client =
        loop.vertx()
            .httpClientBuilder()
            .with(UpstreamSetup.client(options))
            .with(UpstreamSetup.pool(options))
            .build();
    this.serverName = options.tls().serverName();
    this.secure = options.isSecure();
    this.connectMillis = UpstreamSetup.connectMillis(options);
  }

  private static SocketAddress address(String url) {
    URI uri = URI.create(url);
    int standard = uri.getScheme().equals("https") ? 443 : 80;
    return SocketAddress.inetSocketAddress(
        uri.getPort() < 0 ? standard : uri.getPort(), uri.getHost());
  }

  @Override
  public BackendCall call(
      HttpServerRequest request, Exchange exchange, BackendCall.Listener listener) {
    SocketAddress endpoint = endpoints.get(next);
    next = next + 1 == endpoints.size() ? 0 : next + 1;
    return new ProxyCall(loop, this, endpoint, settings, request, exchange.id(), listener);
  }

  /** Opens a request on a connection of its own, or of HTTP/2 on a stream. */
  Future<HttpClientRequest> open(SocketAddress endpoint, HttpMethod method, String uri) {
    var wanted =
        new RequestOptions()
            .setServer(endpoint)
            .setHost(serverName == null ? endpoint.host() : serverName)
            .setPort(endpoint.port())
            .setMethod(method)
            .setURI(uri);
    if (connectMillis > 0) {
      wanted.setConnectTimeout(connectMillis);
    }
    return client.request(wanted);
  }

  /**
   * Connects once where that is over TLS, and throws the connection away: the first handshake of a
   * process takes far longer than a connection may take. Always succeeds.
   */
  Future<?> warmUp() {
    if (!secure) {
      return Future.succeededFuture();
    }
    return open(endpoints.getFirst(), HttpMethod.GET, "/")
        .compose(
            request -> {
              request.exceptionHandler(_ -> {}); // of the reset, which Vert.x would log
              return request.reset(Http2Call.CANCEL);
            })
        .otherwiseEmpty();
  }

  void close() {
    client.close();
  }
}
