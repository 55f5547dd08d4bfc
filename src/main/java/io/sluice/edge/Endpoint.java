package io.sluice.edge;

import io.vertx.core.net.SocketAddress;

/**
 * One instance of a backend.
 *
 * @param address where to connect
 * @param host what it is called, whatever address that is right now
 * @param port its port; of a Unix socket, 80
 * @param text its address as logs have it
 */
record Endpoint(SocketAddress address, String host, int port, String text) {
  Endpoint(SocketAddress address, String host, int port) {
    this(address, host, port, address.toString());
  }
}
