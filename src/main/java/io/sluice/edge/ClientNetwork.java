package io.sluice.edge;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Whom connections are counted against: an IPv4 address, or the /64 of an IPv6 one, within which a
 * single client has as many addresses as it likes.
 *
 * @param bits the address or its first half
 */
record ClientNetwork(boolean six, long bits) {
  private static final ClientNetwork UNKNOWN = new ClientNetwork(true, -1);

  /**
   * Of a peer.
   *
   * @param address as text; what is no address counts as one client, together
   */
  static ClientNetwork of(@Nullable String address) {
    if (address == null) {
      return UNKNOWN;
    }
    InetAddress parsed;
    try {
      parsed = InetAddress.ofLiteral(address);
    } catch (IllegalArgumentException notAnAddress) {
      return UNKNOWN;
    }
    var bytes = ByteBuffer.wrap(parsed.getAddress());
    boolean six = parsed instanceof Inet6Address;
    return new ClientNetwork(six, six ? bytes.getLong() : bytes.getInt());
  }
}
