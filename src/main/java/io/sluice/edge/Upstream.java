package io.sluice.edge;

import io.sluice.classify.StreamOptions;
import io.sluice.exchange.Exchange;
import io.sluice.time.DeadlineHeader;
import io.sluice.time.Randomness;
import io.vertx.core.Future;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A backend reached over HTTP, as one event loop sees it: its own connections, never shared with
 * another loop. Its pool holds the lane's whole limit and nobody may wait in it: the lane is the
 * queue.
 */
final class Upstream implements Backend {
  /**
   * What the calls of this backend have in common.
   *
   * @param streams by route
   */
  record Settings(
      List<DeadlineHeader> deadlineHeaders,
      TrustedPeers trusted,
      long maxBodyBytes,
      Map<String, StreamOptions> streams,
      Randomness randomness) {}

  private final LoopContext loop;
  private final HttpClientAgent client;

  /** Its own, so that no request looks for a free connection among those of a thousand streams. */
  private final HttpClientAgent streamClient;

  private final List<SocketAddress> endpoints;
  private final Settings settings;
  private final @Nullable String serverName;
  private final long connectMillis;
  private final boolean secure;
  private final boolean multiplexed;
  private int next;

  /**
   * @param streams how many of its connections streams may hold, besides those of the requests
   */
  Upstream(LoopContext loop, BackendOptions options, Settings settings, int streams) {
    this.loop = loop;
    this.settings = settings;
    this.endpoints = options.endpoints().stream().map(Upstream::address).toList();
    this.client = client(loop, UpstreamSetup.client(options), options, streams);
    this.streamClient = client(loop, UpstreamSetup.streamClient(options), options, streams);
    this.multiplexed = options.protocol() == BackendOptions.Protocol.H2;
    this.serverName = options.tls().serverName();
    this.secure = options.isSecure();
    this.connectMillis = UpstreamSetup.connectMillis(options);
  }

  private static HttpClientAgent client(
      LoopContext loop, HttpClientOptions setup, BackendOptions options, int streams) {
    return loop.vertx()
        .httpClientBuilder()
        .with(setup)
        .with(UpstreamSetup.pool(options.pool() + streams))
        .build();
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
    if (isAskedForStream(request)) {
      return new WebSocketCall(loop, this, endpoint, settings, request, exchange, listener);
    }
    // Of HTTP/2 one connection holds many streams, whatever they are.
    boolean longLived = !multiplexed && EventStreams.isAcceptable(request);
    return new ProxyCall(
        loop, this, longLived, endpoint, settings, request, exchange.id(), listener);
  }

  @Override
  public boolean isAskedForStream(HttpServerRequest request) {
    return request.headers().contains(HttpHeaders.UPGRADE) && WebSocketCall.isAskedFor(request);
  }

  /**
   * Opens a request on a connection of its own, or of HTTP/2 on a stream.
   *
   * @param longLived on a connection of those that streams have to themselves
   */
  Future<HttpClientRequest> open(
      boolean longLived, SocketAddress endpoint, HttpMethod method, String uri) {
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
    return (longLived ? streamClient : client).request(wanted);
  }

  /**
   * Connects once where that is over TLS, and throws the connection away: the first handshake of a
   * process takes far longer than a connection may take. Always succeeds.
   */
  Future<?> warmUp() {
    if (!secure) {
      return Future.succeededFuture();
    }
    return open(false, endpoints.getFirst(), HttpMethod.GET, "/")
        .compose(
            request -> {
              request.exceptionHandler(_ -> {}); // of the reset, which Vert.x would log
              return request.reset(Http2Call.CANCEL);
            })
        .otherwiseEmpty();
  }

  void close() {
    client.close();
    streamClient.close();
  }
}
