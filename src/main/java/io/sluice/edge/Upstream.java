package io.sluice.edge;

import io.sluice.classify.StreamOptions;
import io.sluice.exchange.Exchange;
import io.sluice.journey.Distress;
import io.sluice.observe.BackendMeters;
import io.sluice.time.DeadlineHeader;
import io.sluice.time.Randomness;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.RequestOptions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
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
      List<DeadlineField> deadlineFields,
      BodyLimits body,
      Map<String, StreamOptions> streams,
      Randomness randomness) {
    /** Says in each header that the client used, and in one always, how much time is left. */
    void tellTimeLeft(MultiMap headers, long millis) {
      for (DeadlineField field : deadlineFields) {
        DeadlineHeader header = field.header();
        if (header == DeadlineHeader.REQUEST_TIMEOUT_MS || headers.contains(field.name())) {
          headers.set(field.name(), header.format(millis));
        }
      }
    }
  }

  private static final long NO_TIMER = -1;

  /** Nobody can be served before a name is found. */
  private static final long MISSING_MILLIS = 1000;

  private final LoopContext loop;
  private final BackendOptions options;
  private final Distress distress;
  private final HttpClientAgent client;

  /** Its own, so that no request looks for a free connection among those of a thousand streams. */
  private final HttpClientAgent streamClient;

  private @Nullable HttpClientAgent freshClient;

  private final Endpoints endpoints;

  /** What of a request decides about its endpoint; null for nothing. */
  private final @Nullable HashKey keys;

  private final Settings settings;
  private final BackendMeters meters;
  private final @Nullable String serverName;
  private final long connectMillis;
  private final boolean secure;
  private final boolean multiplexed;

  /** Routes whose gRPC calls are streams. */
  private final Set<String> grpcStreams;

  private final Future<?> lookedUp;
  private long lookUpTimer = NO_TIMER;
  private long missingTimer = NO_TIMER;

  /**
   * @param streams how many of its connections streams may hold, besides those of the requests
   */
  Upstream(
      LoopContext loop,
      BackendOptions options,
      Settings settings,
      int streams,
      Instances instances,
      Distress distress,
      BackendMeters meters) {
    this.loop = loop;
    this.options = options;
    this.distress = distress;
    this.settings = settings;
    this.meters = meters;
    this.endpoints =
        new Endpoints(
            options.endpoints(),
            Names.of(loop.vertx()),
            meters,
            instances,
            loop.clock(),
            settings.randomness());
    this.keys = HashKey.of(options.balance());
    this.client = client(loop, UpstreamSetup.client(options), options, streams);
    this.streamClient = client(loop, UpstreamSetup.streamClient(options), options, streams);
    this.grpcStreams = grpcStreams(settings.streams());
    this.multiplexed = options.protocol() == BackendOptions.Protocol.H2;
    this.serverName = options.tls().serverName();
    this.secure = options.isSecure();
    this.connectMillis = UpstreamSetup.connectMillis(options);
    this.lookedUp =
        endpoints
            .lookUp()
            .timeout(options.connectTimeout().toMillis(), TimeUnit.MILLISECONDS)
            .otherwiseEmpty();
    if (endpoints.haveNames()) {
      keepLookingUp(options.dnsRefresh().toMillis());
    }
  }

  private static Set<String> grpcStreams(Map<String, StreamOptions> byRoute) {
    return byRoute.entrySet().stream()
        .filter(route -> route.getValue().grpc())
        .map(Map.Entry::getKey)
        .collect(Collectors.toUnmodifiableSet());
  }

  private void keepLookingUp(long refreshMillis) {
    lookUpTimer = loop.vertx().setPeriodic(refreshMillis, _ -> endpoints.lookUp());
    missingTimer =
        loop.vertx()
            .setPeriodic(
                Math.min(refreshMillis, MISSING_MILLIS),
                id -> {
                  if (endpoints.areAllFound()) {
                    loop.vertx().cancelTimer(id);
                  } else {
                    endpoints.lookUpMissing();
                  }
                });
  }

  /**
   * Whether names stand for what they stand for: when they have been looked up once, or that has
   * taken as long as connecting may. Always succeeds, on any thread.
   */
  Future<?> lookedUp() {
    return lookedUp;
  }

  private static HttpClientAgent client(
      LoopContext loop, HttpClientOptions setup, BackendOptions options, int streams) {
    return loop.vertx()
        .httpClientBuilder()
        .with(setup)
        .with(UpstreamSetup.pool(connections(options) + streams))
        .withConnectHandler(HeapReads::install)
        .build();
  }

  // Of a permit's two attempts one may be closing, or under way beside the other.
  private static int connections(BackendOptions options) {
    return options.retry().mayRetry() ? 2 * options.pool() : options.pool();
  }

  @Override
  public BackendCall call(
      HttpServerRequest request, Exchange exchange, Tries tries, BackendCall.Listener listener) {
    if (!tries.goOn(() -> turn(request), loop.now())) {
      return new NoEndpointCall(listener);
    }
    if (isGrpcStream(request, exchange)) {
      return new GrpcStreamCall(
          loop, this, !multiplexed, tries, settings, request, exchange, listener);
    }
    if (isHandshake(request)) {
      return new WebSocketCall(loop, this, tries, settings, request, exchange, listener);
    }
    // Of HTTP/2 one connection holds many streams, whatever they are.
    boolean longLived = !multiplexed && EventStreams.isAcceptable(request);
    return new ProxyCall(loop, this, longLived, tries, settings, request, exchange, listener);
  }

  @Override
  public boolean isAskedForStream(HttpServerRequest request, Exchange exchange) {
    return isHandshake(request)
        || isGrpcStream(request, exchange)
        || EventStreams.isAcceptable(request);
  }

  private static boolean isHandshake(HttpServerRequest request) {
    return request.headers().contains(HttpHeaders.UPGRADE) && WebSocketCall.isAskedFor(request);
  }

  private boolean isGrpcStream(HttpServerRequest request, Exchange exchange) {
    return grpcStreams.contains(exchange.route()) && Answers.isGrpc(request);
  }

  /** Its first endpoint; null if there is none to call. */
  @Nullable Turn turn(HttpServerRequest request) {
    return endpoints.turn(request, keys, loop.now());
  }

  /** What an answer's header says of the backend's load; null for nothing. */
  void reported(@Nullable String load) {
    if (load != null && LoadReport.isExhausted(load)) {
      distress.said(loop.now());
    }
  }

  Settings settings() {
    return settings;
  }

  BackendMeters meters() {
    return meters;
  }

  /** Which connections a request may have. */
  enum Connections {
    /** Any that is free. */
    POOLED,
    /** Of those that streams have to themselves. */
    OF_STREAMS,
    /** None that has been used before, and may be about to be closed. */
    FRESH
  }

  /** Opens a request on a connection of its own, or of HTTP/2 on a stream. */
  Future<HttpClientRequest> open(Connections on, Endpoint endpoint, HttpMethod method, String uri) {
    RequestOptions wanted =
        UpstreamSetup.request(endpoint, serverName).setMethod(method).setURI(uri);
    if (connectMillis > 0) {
      wanted.setConnectTimeout(connectMillis);
    }
    return client(on).request(wanted);
  }

  private HttpClientAgent client(Connections on) {
    return switch (on) {
      case POOLED -> client;
      case OF_STREAMS -> streamClient;
      case FRESH -> freshClient();
    };
  }

  // Seldom needed, and then not for long.
  private HttpClientAgent freshClient() {
    HttpClientAgent fresh = freshClient;
    if (fresh == null) {
      fresh = client(loop, UpstreamSetup.client(options).setKeepAlive(false), options, 0);
      freshClient = fresh;
    }
    return fresh;
  }

  /**
   * Connects once where that is over TLS, as the first handshake of a process takes far longer than
   * a connection may take. Nothing is sent, and the connection waits in the pool for the first
   * request. Always succeeds.
   */
  Future<?> warmUp() {
    Turn turn = secure ? endpoints.turn(0, settings.randomness().draw(), loop.now()) : null;
    if (turn == null) {
      return Future.succeededFuture();
    }
    return open(Connections.POOLED, turn.endpoint(), HttpMethod.GET, "/")
        .compose(
            request -> {
              request.exceptionHandler(_ -> {}); // of the reset, which Vert.x would log
              return request.reset(Http2Call.CANCEL);
            })
        .otherwiseEmpty();
  }

  void close() {
    if (lookUpTimer != NO_TIMER) {
      loop.vertx().cancelTimer(lookUpTimer);
      loop.vertx().cancelTimer(missingTimer);
    }
    endpoints.close();
    client.close();
    streamClient.close();
    if (freshClient != null) {
      freshClient.close();
    }
  }
}
