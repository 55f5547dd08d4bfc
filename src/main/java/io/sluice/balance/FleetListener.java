package io.sluice.balance;

/** Who is told when the endpoints of a backend come and go; outside of locks, on any thread. */
public interface FleetListener {
  /** Nobody. */
  FleetListener NONE = new FleetListener() {};

  /** An endpoint gets no requests for this long. */
  default void ejected(Member member, Result why, int failures, long forNanos) {}

  /** One that was ejected has answered again. */
  default void returned(Member member, long afterNanos) {}

  /** Health checks have brought it up, or taken it down. */
  default void healthChanged(Member member, boolean isUp, String why) {}

  /** From now on all endpoints are used, whatever is known of them; or no longer. */
  default void panicked(Fleet fleet, boolean begins) {}
}
