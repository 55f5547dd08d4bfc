package io.sluice.edge;

import io.sluice.classify.StreamOptions;
import io.sluice.exchange.Exchange;
import io.sluice.time.DeadlineHeader;
import io.sluice.time.Randomness;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.net.SocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;

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
  private int next;

  /**
   * @param streams how many of its connections streams may hold, besides those of the requests
   */
  Upstream(LoopContext loop, BackendOptions options, Settings settings, int streams) {
    this.loop = loop;
    this.settings = settings;
    this.endpoints = options.endpoints().stream().map(Upstream::address).toList();
    this.client = client(loop, options, streams);
    this.streamClient = client(loop, options, streams);
  }

  private static HttpClientAgent client(LoopContext loop, BackendOptions options, int streams) {
    return loop.vertx()
        .httpClientBuilder()
        .with(
            new HttpClientOptions()
                .setConnectTimeout((int) options.connectTimeout().toMillis())
                .setKeepAlive(true)
                .setTcpNoDelay(true)
                .setDecompressionSupported(false))
        .with(
            new PoolOptions()
                .setHttp1MaxSize(options.pool() + streams)
                .setMaxWaitQueueSize(0)
                .setCleanerPeriod(1000))
        .build();
  }

  private static SocketAddress address(String url) {
    URI uri = URI.create(url);
    return SocketAddress.inetSocketAddress(uri.getPort() < 0 ? 80 : uri.getPort(), uri.getHost());
  }

  @Override
  public BackendCall call(
      HttpServerRequest request, Exchange exchange, BackendCall.Listener listener) {
    SocketAddress endpoint = endpoints.get(next);
    next = next + 1 == endpoints.size() ? 0 : next + 1;
    if (isAskedForStream(request)) {
      return new WebSocketCall(loop, streamClient, endpoint, settings, request, exchange, listener);
    }
    HttpClientAgent through = EventStreams.isAcceptable(request) ? streamClient : client;
    return new ProxyCall(loop, through, endpoint, settings, request, exchange.id(), listener);
  }

  @Override
  public boolean isAskedForStream(HttpServerRequest request) {
    return request.headers().contains(HttpHeaders.UPGRADE) && WebSocketCall.isAskedFor(request);
  }

  void close() {
    client.close();
    streamClient.close();
  }
}
