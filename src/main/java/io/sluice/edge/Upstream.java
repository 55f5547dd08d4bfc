package io.sluice.edge;

import io.sluice.exchange.Exchange;
import io.sluice.observe.BackendMeters;
import io.sluice.time.DeadlineHeader;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.PoolOptions;
import java.util.List;

/**
 * A backend reached over HTTP, as one event loop sees it: its own connections, never shared with
 * another loop. Its pool holds the lane's whole limit and nobody may wait in it: the lane is the
 * queue.
 */
final class Upstream implements Backend {
  /** What the calls of this backend have in common. */
  record Settings(List<DeadlineHeader> deadlineHeaders, BodyLimits body) {}

  private static final long NO_TIMER = -1;

  private final LoopContext loop;
  private final HttpClientAgent client;
  private final Endpoints endpoints;
  private final Settings settings;
  private final BackendMeters meters;

  private long lookUpTimer = NO_TIMER;

  Upstream(LoopContext loop, BackendOptions options, Settings settings, BackendMeters meters) {
    this.loop = loop;
    this.settings = settings;
    this.meters = meters;
    this.endpoints = new Endpoints(options.endpoints(), Names.of(loop.vertx()), meters);
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
    if (endpoints.haveNames()) {
      endpoints.lookUp();
      lookUpTimer =
          loop.vertx().setPeriodic(options.dnsRefresh().toMillis(), _ -> endpoints.lookUp());
    }
  }

  @Override
  public BackendCall call(
      HttpServerRequest request, Exchange exchange, BackendCall.Listener listener) {
    return new ProxyCall(
        loop, client, endpoints.turn(), meters, settings, request, exchange, listener);
  }

  void close() {
    if (lookUpTimer != NO_TIMER) {
      loop.vertx().cancelTimer(lookUpTimer);
    }
    client.close();
  }
}
