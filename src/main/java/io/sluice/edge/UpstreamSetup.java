package io.sluice.edge;

import io.sluice.edge.tls.BackendTls;
import io.sluice.pem.PemFault;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A backend's options in Vert.x's words. */
final class UpstreamSetup {
  private UpstreamSetup() {}

  static HttpClientOptions client(BackendOptions options) {
    var setup =
        new HttpClientOptions()
            .setConnectTimeout((int) options.connectTimeout().toMillis())
            .setSslHandshakeTimeout(options.connectTimeout().toMillis())
            .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS)
            .setKeepAlive(true)
            .setTcpNoDelay(true)
            .setDecompressionSupported(false);
    boolean http2 = options.protocol() == BackendOptions.Protocol.H2;
    if (http2) {
      setup.setProtocolVersion(HttpVersion.HTTP_2).setHttp2ClearTextUpgrade(false);
    }
    if (options.isSecure()) {
      secure(options, setup.setUseAlpn(http2));
    }
    return setup;
  }

  /** What a WebSocket needs: HTTP/1.1, whatever else the backend speaks. */
  static HttpClientOptions streamClient(BackendOptions options) {
    return client(options).setProtocolVersion(HttpVersion.HTTP_1_1).setUseAlpn(false);
  }

  private static void secure(BackendOptions options, HttpClientOptions setup) {
    try {
      BackendTls.apply(options.tls(), setup);
    } catch (PemFault fault) {
      // Seen to be readable by the check; gone since.
      throw new IllegalStateException("backend's TLS: " + fault.getMessage(), fault);
    }
  }

  /**
   * As many connections as permits, with HTTP/2 too: a connection being opened serves one, and how
   * many it may serve then is the other side's to say.
   */
  static PoolOptions pool(int permits) {
    return new PoolOptions()
        .setHttp1MaxSize(permits)
        .setHttp2MaxSize(permits)
        .setMaxWaitQueueSize(0)
        .setCleanerPeriod(1000);
  }

  /**
   * Bounds all of connecting where that is more than TCP: a secured peer must also shake hands, one
   * of HTTP/2 send its settings. 0 for none.
   */
  static long connectMillis(BackendOptions options) {
    boolean more = options.isSecure() || options.protocol() == BackendOptions.Protocol.H2;
    return more ? options.connectTimeout().toMillis() : 0;
  }

  /**
   * A request for an endpoint.
   *
   * @param serverName what it is called instead of its host; null for its host
   */
  static RequestOptions request(Endpoint endpoint, @Nullable String serverName) {
    return new RequestOptions()
        .setServer(endpoint.address())
        .setHost(serverName == null ? endpoint.host() : serverName)
        .setPort(endpoint.port());
  }
}
