package io.sluice.admit;

import static io.sluice.admit.VirtualTime.SECONDS;

import io.sluice.exchange.Tier;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;

/**
 * A permit on its way to a waiter: its owner claims it, in time or too late, its client leaves, its
 * timer fires, and others would like to have it. The time stands still.
 */
public class GrantRaces {
  private static final long NOW = 0;

  private final Lane lane = Lanes.plain(4, 4, NOW);
  private final Ticket granted;
  private final Ticket next;
  private volatile int claims;

  public GrantRaces() {
    Permit permit = Lanes.admit(lane, Tier.P1, 4, NOW).getFirst();
    AskBuilder asking = new AskBuilder(Tier.P1).home(task -> {});
    granted = Lanes.queue(lane, asking, 1, NOW).getFirst();
    // Still in time when it is too late for the first.
    AskBuilder patient = asking.waitNanos(100 * SECONDS).budgetNanos(1000 * SECONDS);
    next = Lanes.queue(lane, patient, 1, NOW).getFirst();
    lane.end(permit, Ending.SUCCESS, NOW);
  }

  @Operation
  public boolean claim() {
    return claimed(lane.claim(granted, NOW) != null);
  }

  /** Past its deadline: the grant is given back instead. */
  @Operation
  public boolean claimTooLate() {
    return claimed(lane.claim(granted, granted.ask().deadline().atNanos()) != null);
  }

  @Operation
  public void cancel() {
    lane.cancel(granted, NOW);
  }

  @Operation
  public boolean expire() {
    return lane.expire(granted, NOW) != null;
  }

  @Operation
  public boolean claimNext() {
    return lane.claim(next, NOW) != null;
  }

  @Operation
  public String offer() {
    Decision decision = lane.offer(new AskBuilder(Tier.P2).at(NOW), NOW);
    return decision instanceof Shed shed ? shed.reason().code() : "in";
  }

  private synchronized boolean claimed(boolean successfully) {
    claims += successfully ? 1 : 0;
    return successfully;
  }

  /** The lane is full still, or the permit came back once and went on to the next, or to nobody. */
  @Validate
  public void onePermitHasOneOwner() {
    boolean gone = granted.state() == Ticket.State.GONE;
    boolean passedOn = next.state() != Ticket.State.WAITING;
    int inFlight = lane.snapshot(NOW).inFlight();
    boolean claimedOnce = granted.state() == Ticket.State.CLAIMED && claims == 1;
    boolean kept = (claimedOnce || granted.state() == Ticket.State.GRANTED) && !passedOn;
    boolean givenBack = gone && claims == 0 && passedOn;
    if (inFlight != 4 || !(kept || givenBack)) {
      throw new IllegalStateException(
          inFlight + " in flight, " + claims + " claims, " + granted.state() + ", " + next.state());
    }
  }
}
