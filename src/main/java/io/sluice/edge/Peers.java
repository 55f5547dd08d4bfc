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
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * The connections of the front door: whether one more may be open, and whether its peer is
 * believed. An address is looked at once, when it connects, and not for every request. Any thread.
 */
final class Peers implements GatedServer.Doorkeeper {
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

  /**
   * Counts a connection in until it is closed, from the moment it is accepted, so that nobody can
   * have any number of them that never get as far as a request; false if it may not be open.
   */
  @Override
  public boolean accepts(Channel connection) {
    String address = address(connection.remoteAddress());
    if (announced && anyoneIsTrusted && !isTrusted(address)) {
      counts.forged();
      return false;
    }
    if (!state.mayConnect()) {
      counts.refused();
      return false;
    }
    if (!announced && !isWelcome(connection, address)) {
      state.disconnected();
      return false;
    }
    counts.opened();
    connection.closeFuture().addListener(_ -> closed());
    return true;
  }

  /** Now it is known whom a balancer has announced; others have been looked at. */
  @Override
  public boolean admits(NetSocket socket) {
    if (!announced) {
      return true;
    }
    Channel connection = ((NetSocketInternal) socket).channelHandlerContext().channel();
    SocketAddress peer = socket.remoteAddress();
    // Whoever asks first is told the announced address, and the connection is yet to ask.
    connection.attr(ConnectionBase.REMOTE_ADDRESS_OVERRIDE).set(peer);
    return isWelcome(connection, peer == null ? null : peer.hostAddress());
  }

  /** Whether this peer may have one more; if so it counts as the peer's until it is closed. */
  private boolean isWelcome(Channel connection, @Nullable String address) {
    if (isTrusted(address)) {
      connection.attr(BELIEVED).set(Boolean.TRUE);
      return true;
    }
    ClientNetwork client = ClientNetwork.of(address);
    if (!state.mayConnect(client)) {
      counts.refusedClient();
      return false;
    }
    // Not the socket's own handler, which Vert.x replaces by that of the connection made of it.
    connection.closeFuture().addListener(_ -> state.left(client));
    return true;
  }

  private void closed() {
    state.disconnected();
    counts.closed();
  }

  private static @Nullable String address(java.net.@Nullable SocketAddress peer) {
    return peer instanceof InetSocketAddress of ? of.getAddress().getHostAddress() : null;
  }

  private boolean isTrusted(@Nullable String address) {
    return address != null && trusted.contains(address);
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
