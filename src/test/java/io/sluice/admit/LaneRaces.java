package io.sluice.admit;

import io.sluice.exchange.Tier;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;

/**
 * A lane of limit 4, full, with three waiters: the place where ends, claims, cancellations,
 * expiries, arrivals and limit moves race for the same few permits. The time stands still.
 *
 * <p>Operations answer only what a caller learns, so that any interleaving can be compared with
 * every order in which the same operations could have happened one by one.
 */
@Param(name = "permit", gen = IntGen.class, conf = "0:3")
@Param(name = "ticket", gen = IntGen.class, conf = "0:2")
@Param(name = "limit", gen = IntGen.class, conf = "4:6")
public class LaneRaces {
  private static final long NOW = 0;

  private final Lane lane = Lanes.plain(4, 4, NOW);
  private final List<Permit> held = Lanes.admit(lane, Tier.P1, 4, NOW);
  private final List<Ticket> waiting =
      List.of(
          Lanes.queue(lane, asking(Tier.P1), 1, NOW).getFirst(),
          Lanes.queue(lane, asking(Tier.P1).weight(2), 1, NOW).getFirst(),
          Lanes.queue(lane, asking(Tier.P0), 1, NOW).getFirst());
  private final Queue<Permit> taken = new ConcurrentLinkedQueue<>();
  private final Queue<Ticket> queued = new ConcurrentLinkedQueue<>();

  @Operation
  public String offerP0() {
    return offer(Tier.P0);
  }

  @Operation
  public String offerP1() {
    return offer(Tier.P1);
  }

  @Operation
  public String offerP2() {
    return offer(Tier.P2);
  }

  private String offer(Tier tier) {
    return switch (lane.offer(asking(tier).at(NOW), NOW)) {
      case Permit permit -> {
        taken.add(permit);
        yield "in";
      }
      case Ticket ticket -> {
        queued.add(ticket);
        yield "waits";
      }
      case Shed shed -> shed.reason().code();
    };
  }

  @Operation
  public void end(@Param(name = "permit") int index) {
    lane.end(held.get(index), Ending.SUCCESS, NOW);
  }

  @Operation
  public boolean claim(@Param(name = "ticket") int index) {
    Permit permit = lane.claim(waiting.get(index), NOW);
    if (permit != null) {
      taken.add(permit);
    }
    return permit != null;
  }

  /** Past everybody's deadline: a grant is given back instead. */
  @Operation
  public boolean claimTooLate(@Param(name = "ticket") int index) {
    long lateNanos = waiting.get(index).ask().deadline().atNanos();
    return lane.claim(waiting.get(index), lateNanos) != null;
  }

  @Operation
  public void cancel(@Param(name = "ticket") int index) {
    lane.cancel(waiting.get(index), NOW);
  }

  @Operation
  public boolean expire(@Param(name = "ticket") int index) {
    return lane.expire(waiting.get(index), NOW) != null;
  }

  @Operation
  public void changeLimit(@Param(name = "limit") int limit) {
    lane.limitChanged(limit, NOW);
  }

  /** Whatever happened, every permit can still be ended, and then nothing is left. */
  @Validate
  public void nothingIsLost() {
    held.forEach(permit -> lane.end(permit, Ending.IGNORED, NOW));
    waiting.forEach(ticket -> lane.cancel(ticket, NOW));
    queued.forEach(ticket -> lane.cancel(ticket, NOW));
    long countedTwice = lane.snapshot(NOW).duplicateEnds();
    taken.forEach(permit -> lane.end(permit, Ending.IGNORED, NOW));
    LaneSnapshot left = lane.snapshot(NOW);
    // No assertion library: its calls would be modelled too.
    boolean idle = left.inFlight() == 0 && left.oldestPermitOwner() == null;
    boolean nobodyWaits = left.tiers().get(0).waiting() == 0 && left.tiers().get(1).waiting() == 0;
    if (!idle || !nobodyWaits || left.duplicateEnds() != countedTwice) {
      throw new IllegalStateException("lost, or handed out twice: " + left);
    }
  }

  private static AskBuilder asking(Tier tier) {
    return new AskBuilder(tier).home(task -> {});
  }
}
