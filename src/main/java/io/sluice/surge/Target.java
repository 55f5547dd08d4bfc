package io.sluice.surge;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpConnectOptions;
import io.vertx.core.net.SocketAddress;

/** How the target of a plan is connected to. */
final class Target {
  private Target() {}

  /** A client for direct connections only; nothing is ever asked of its pool. */
  static HttpClientAgent client(Vertx vertx, SurgePlan plan) {
    return vertx.createHttpClient(
        new HttpClientOptions().setConnectTimeout((int) plan.timeout().toMillis()));
  }

  /**
   * Where to connect to, and what the Host header says; the brackets of IPv6 are for the latter.
   */
  static HttpConnectOptions address(SurgePlan plan) {
    String host = plan.target().getHost();
    String address = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    return new HttpConnectOptions()
        .setServer(SocketAddress.inetSocketAddress(plan.port(), address))
        .setHost(host)
        .setPort(plan.port());
  }

  /** Connects once and hangs up; failed with {@link TargetUnreachableException}. */
  static Future<Void> probe(HttpClientAgent client, SurgePlan plan) {
    return client
        .connect(address(plan))
        .recover(cause -> Future.failedFuture(new TargetUnreachableException(plan.target(), cause)))
        .compose(connection -> connection.close());
  }
}
