package io.sluice.edge;

import io.sluice.exchange.Caller;
import io.sluice.observe.Connections;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one event loop: whether one more may be open, and whether its peer is
 * believed. An address is looked at once, when it connects, and not for every request.
 */
final class Peers {
  private final TrustedPeers trusted;
  private final boolean announced;
  private final boolean anyoneAnnounces;
  private final DoorState state;
  private final Connections counts;
  private final IdentityHashMap<HttpConnection, Boolean> believed = new IdentityHashMap<>();

  Peers(DoorPlan plan) {
    this.trusted = new TrustedPeers(plan.server().trustedProxies());
    this.announced = plan.server().proxyProtocol();
    this.anyoneAnnounces = plan.server().trustedProxies().isEmpty();
    this.state = plan.state();
    this.counts = plan.meters().connections();
  }

  /**
   * Counts a connection in, until what is returned is run; null, and it is to be closed at once, if
   * it may not be open.
   */
  @Nullable Runnable opened(HttpConnection connection) {
    if (announced && !anyoneAnnounces && !isTrusted(connection.remoteAddress(true))) {
      counts.forged();
      return null;
    }
    if (!state.mayConnect()) {
      counts.refused();
      return null;
    }
    SocketAddress peer = connection.remoteAddress();
    boolean isTrusted = isTrusted(peer);
    ClientNetwork client =
        isTrusted ? null : ClientNetwork.of(peer == null ? null : peer.hostAddress());
    if (client != null && !state.mayConnect(client)) {
      state.disconnected();
      counts.refusedClient();
      return null;
    }
    if (isTrusted) {
      believed.put(connection, Boolean.TRUE);
    }
    counts.opened();
    return () -> closed(connection, client);
  }

  private void closed(HttpConnection connection, @Nullable ClientNetwork client) {
    believed.remove(connection);
    if (client != null) {
      state.left(client);
    }
    state.disconnected();
    counts.closed();
  }

  private boolean isTrusted(@Nullable SocketAddress peer) {
    return peer != null && trusted.contains(peer.hostAddress());
  }

  /** Who the other end of the request's connection is. */
  Caller of(HttpServerRequest request) {
    return !believed.isEmpty() && believed.containsKey(request.connection())
        ? Caller.PROXY
        : Caller.STRANGER;
  }
}
