package io.sluice.edge;

import io.netty.channel.Channel;
import io.netty.util.AttributeKey;
import io.sluice.exchange.Caller;
import io.sluice.observe.Connections;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.internal.net.NetSocketInternal;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.net.impl.ConnectionBase;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one event loop: whether one more may be open, and whether its peer is
 * believed. An address is looked at once, when it connects, and not for every request.
 */
final class Peers {
  private static final AttributeKey<Boolean> BELIEVED = AttributeKey.valueOf("sluice.believed");

  private final TrustedPeers trusted;
  private final boolean anyoneIsTrusted;
  private final boolean announced;
  private final DoorState state;
  private final Connections counts;

  Peers(DoorPlan plan) {
    this.trusted = new TrustedPeers(plan.server().trustedProxies());
    this.anyoneIsTrusted = !plan.server().trustedProxies().isEmpty();
    this.announced = plan.server().proxyProtocol();
    this.state = plan.state();
    this.counts = plan.meters().connections();
  }

  /** Counts a connection in until it is closed; false, and it is to be, if it may not be open. */
  boolean admit(NetSocket socket) {
    if (announced && anyoneIsTrusted && !isTrusted(socket.remoteAddress(true))) {
      counts.forged();
      return false;
    }
    if (!state.mayConnect()) {
      counts.refused();
      return false;
    }
    SocketAddress peer = socket.remoteAddress();
    boolean isTrusted = isTrusted(peer);
    ClientNetwork client =
        isTrusted ? null : ClientNetwork.of(peer == null ? null : peer.hostAddress());
    if (client != null && !state.mayConnect(client)) {
      state.disconnected();
      counts.refusedClient();
      return false;
    }
    counts.opened();
    Channel channel = ((NetSocketInternal) socket).channelHandlerContext().channel();
    if (announced) {
      // Whoever asks first is told the announced address, and the connection is yet to ask.
      channel.attr(ConnectionBase.REMOTE_ADDRESS_OVERRIDE).set(peer);
    }
    if (isTrusted) {
      channel.attr(BELIEVED).set(Boolean.TRUE);
    }
    // Not the socket's own handler, which Vert.x replaces by that of the connection made of it.
    channel.closeFuture().addListener(_ -> closed(client));
    return true;
  }

  private void closed(@Nullable ClientNetwork client) {
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
    return anyoneIsTrusted && isBelieved((ConnectionBase) request.connection())
        ? Caller.PROXY
        : Caller.STRANGER;
  }

  private static boolean isBelieved(ConnectionBase connection) {
    return connection.channelHandlerContext().channel().hasAttr(BELIEVED);
  }
}
