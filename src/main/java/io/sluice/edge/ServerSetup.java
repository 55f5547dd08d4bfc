package io.sluice.edge;

import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpServerOptions;
import java.util.concurrent.TimeUnit;

/** The front door's options in Vert.x's words. */
final class ServerSetup {
  private static final int RESET_WINDOW_SECONDS = 30;

  private ServerSetup() {}

  static HttpServerOptions of(ServerOptions options) {
    var setup =
        new HttpServerOptions()
            .setHost(options.host())
            // A negative port is a random one that all instances share.
            .setPort(options.port() == 0 ? -1 : options.port())
            .setMaxInitialLineLength((int) options.maxRequestLine().count())
            .setMaxHeaderSize((int) options.maxHeaders().count())
            // Of reading only: no answer takes that long, and streams go without. IdleWatch takes
            // over when the protocol is known.
            .setReadIdleTimeout((int) options.idleTimeout().toSeconds())
            .setIdleTimeoutUnit(TimeUnit.SECONDS)
            .setUseProxyProtocol(options.proxyProtocol())
            .setProxyProtocolTimeout(options.headerTimeout().toMillis())
            .setProxyProtocolTimeoutUnit(TimeUnit.MILLISECONDS)
            .setSslHandshakeTimeout(options.headerTimeout().toMillis())
            .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS)
            // Its handler drops requests pipelined beyond 128, and logs a stack trace for each.
            .setPerMessageWebSocketCompressionSupported(false)
            .setPerFrameWebSocketCompressionSupported(false)
            .setHandle100ContinueAutomatically(false)
            .setTcpNoDelay(true)
            .setAcceptBacklog(1024);
    http2(setup, options);
    return setup;
  }

  private static void http2(HttpServerOptions setup, ServerOptions options) {
    Http2Options http2 = options.http2();
    setup
        .setHttp2ClearTextEnabled(http2.enabled())
        .setHttp2ConnectionWindowSize((int) http2.connectionWindow().count())
        .setHttp2RstFloodMaxRstFramePerWindow(http2.maxResets())
        .setHttp2RstFloodWindowDuration(RESET_WINDOW_SECONDS)
        .setHttp2RstFloodWindowDurationTimeUnit(TimeUnit.SECONDS)
        .setInitialSettings(
            new Http2Settings()
                .setMaxConcurrentStreams(http2.maxConcurrentStreams())
                // A head up to this is read whole, and answered 431 if longer than maxHeaders.
                .setMaxHeaderListSize(2 * options.maxHeaders().count()));
  }
}
