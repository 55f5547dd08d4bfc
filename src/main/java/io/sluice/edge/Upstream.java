package io.sluice.edge;

import io.sluice.exchange.Exchange;
import io.sluice.time.DeadlineHeader;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.net.SocketAddress;
import java.net.URI;
import java.util.List;

/**
 * A backend reached over HTTP, as one event loop sees it: its own connections, never shared with
 * another loop. Its pool holds the lane's whole limit and nobody may wait in it: the lane is the
 * queue.
 */
final class Upstream implements Backend {
  /** What the calls of this backend have in common. */
  record Settings(List<DeadlineHeader> deadlineHeaders, BodyLimits body) {}

  private final LoopContext loop;
  private final HttpClientAgent client;
  private final List<SocketAddress> endpoints;
  private final Settings settings;
  private int next;

  Upstream(LoopContext loop, BackendOptions options, Settings settings) {
    this.loop = loop;
    this.settings = settings;
    this.endpoints = options.endpoints().stream().map(Upstream::address).toList();
    this.client =
        loop.vertx()
            .httpClientBuilder()
            .with(
                new HttpClientOptions()
                    .setConnectTimeout((int) options.connectTimeout().toMillis())
                    .setKeepAlive(true)
                    .setTcpNoDelay(true)
                    .setDecompressionSupported(false))
            .with(
                new PoolOptions()
                    .setHttp1MaxSize(options.pool())
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
    return new ProxyCall(loop, client, endpoint, settings, request, exchange, listener);
  }

  void close() {
    client.close();
  }
}
