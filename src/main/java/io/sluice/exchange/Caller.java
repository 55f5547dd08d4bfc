package io.sluice.exchange;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Who sent a request, and which of its own words about it are believed.
 *
 * @param name what its key or token says it is called; null for whoever showed neither
 * @param tier the tier of its requests; null for that of the route
 * @param raisesTier whether it may ask for a higher tier; anyone may ask for a lower one
 * @param namesRequests whether its request ids are kept
 * @param forwards whether its forwarding headers are kept
 */
public record Caller(
    @Nullable String name,
    @Nullable Tier tier,
    boolean raisesTier,
    boolean namesRequests,
    boolean forwards) {

  /** Nothing it says about itself is believed. */
  public static final Caller STRANGER = new Caller(null, null, false, false, false);

  /** A peer from one of the trusted address ranges. */
  public static final Caller PROXY = new Caller(null, null, true, true, true);

  /**
   * A caller known by name.
   *
   * @param trust any of {@code tier}, {@code request-id} and {@code forwarding}
   */
  public static Caller known(String name, @Nullable Tier tier, Collection<String> trust) {
    return new Caller(
        name,
        tier,
        trust.contains("tier"),
        trust.contains("request-id"),
        trust.contains("forwarding"));
  }

  /** The same caller as it comes through a peer: what either of them is believed counts. */
  public Caller through(Caller peer) {
    return peer.equals(STRANGER)
        ? this
        : new Caller(
            name,
            tier,
            raisesTier || peer.raisesTier,
            namesRequests || peer.namesRequests,
            forwards || peer.forwards);
  }
}
