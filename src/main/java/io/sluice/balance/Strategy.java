package io.sluice.balance;

/** How an endpoint is chosen among those that may be. */
public enum Strategy {
  /** The less loaded of two drawn at random. */
  P2C,
  /** One after the other, on each event loop. */
  ROUND_ROBIN,
  /** What has the same key goes to the same endpoint, unless that one is overloaded. */
  CONSISTENT_HASH
}
