package io.sluice.edge;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.InternetProtocolFamily;
import io.vertx.core.datagram.DatagramSocketOptions;
import io.vertx.core.net.ClientOptionsBase;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.spi.transport.Transport;
import java.util.function.Predicate;

/**
 * Vert.x's transport, which puts an {@link AcceptWatch} on every listener it configures: the one
 * place where Vert.x lets others near a listener before it listens.
 */
final class WatchedTransport implements Transport {
  private final Transport transport;
  private final Predicate<Channel> accepts;

  WatchedTransport(Transport transport, Predicate<Channel> accepts) {
    this.transport = transport;
    this.accepts = accepts;
  }

  @Override
  public void configure(NetServerOptions options, boolean domain, ServerBootstrap bootstrap) {
    transport.configure(options, domain, bootstrap);
    bootstrap.handler(new AcceptWatch(accepts));
  }

  // ---- the rest is Vert.x's

  @Override
  public boolean supportsDomainSockets() {
    return transport.supportsDomainSockets();
  }

  @Override
  public boolean supportFileRegion() {
    return transport.supportFileRegion();
  }

  @Override
  public java.net.SocketAddress convert(SocketAddress address) {
    return transport.convert(address);
  }

  @Override
  public SocketAddress convert(java.net.SocketAddress address) {
    return transport.convert(address);
  }

  @Override
  public IoHandlerFactory ioHandlerFactory() {
    return transport.ioHandlerFactory();
  }

  @Override
  public DatagramChannel datagramChannel() {
    return transport.datagramChannel();
  }

  @Override
  @SuppressWarnings("deprecation") // the interface's own
  public DatagramChannel datagramChannel(InternetProtocolFamily family) {
    return transport.datagramChannel(family);
  }

  @Override
  public ChannelFactory<? extends Channel> channelFactory(boolean domain) {
    return transport.channelFactory(domain);
  }

  @Override
  public ChannelFactory<? extends ServerChannel> serverChannelFactory(boolean domain) {
    return transport.serverChannelFactory(domain);
  }

  @Override
  public void configure(DatagramChannel channel, DatagramSocketOptions options) {
    transport.configure(channel, options);
  }

  @Override
  public void configure(
      ClientOptionsBase options, int connectMillis, boolean domain, Bootstrap bootstrap) {
    transport.configure(options, connectMillis, domain, bootstrap);
  }
}
