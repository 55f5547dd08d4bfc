package io.sluice.edge;

import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The address ranges whose forwarding headers and hints are believed. Immutable. */
public final class TrustedPeers {
  private final List<Range> ranges;

  private record Range(InetAddress network, int prefixBits) {
    boolean contains(InetAddress address) {
      byte[] wanted = network.getAddress();
      byte[] actual = address.getAddress();
      if (wanted.length != actual.length) {
        return false;
      }
      for (int bit = 0; bit < prefixBits; bit += 8) {
        int mask = prefixBits - bit >= 8 ? 0xff : 0xff << (8 - (prefixBits - bit)) & 0xff;
        if (((wanted[bit / 8] ^ actual[bit / 8]) & mask) != 0) {
          return false;
        }
      }
      return true;
    }
  }

  /**
   * Reads the ranges.
   *
   * @param cidrs {@code 10.0.0.0/8}, {@code ::1}, …; names are never resolved
   * @throws IllegalArgumentException for anything else
   */
  public TrustedPeers(List<String> cidrs) {
    ranges = cidrs.stream().map(TrustedPeers::parse).toList();
  }

  /** Whether the peer is one of them; an unknown address never is. */
  public boolean contains(@Nullable String peer) {
    if (ranges.isEmpty() || peer == null) {
      return false;
    }
    InetAddress address = literal(peer);
    return address != null && ranges.stream().anyMatch(range -> range.contains(address));
  }

  private static Range parse(String cidr) {
    int slash = cidr.indexOf('/');
    InetAddress network = literal(slash < 0 ? cidr : cidr.substring(0, slash));
    if (network == null) {
      throw new IllegalArgumentException(cidr + " is not an address range");
    }
    int width = network.getAddress().length * 8;
    int bits;
    try {
      bits = slash < 0 ? width : Integer.parseInt(cidr.substring(slash + 1));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(cidr + " is not an address range", e);
    }
    if (bits < 0 || bits > width) {
      throw new IllegalArgumentException(cidr + " has a prefix outside 0.." + width);
    }
    return new Range(network, bits);
  }

  private static @Nullable InetAddress literal(String text) {
    try {
      return InetAddress.ofLiteral(text);
    } catch (IllegalArgumentException notAnAddress) {
      return null;
    }
  }
}
