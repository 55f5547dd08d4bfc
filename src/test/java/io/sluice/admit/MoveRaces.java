package io.sluice.admit;

import static io.sluice.admit.VirtualTime.MILLIS;
import static io.sluice.admit.VirtualTime.SECONDS;

import io.sluice.admit.limit.Limit;
import io.sluice.admit.limit.Move;
import io.sluice.admit.limit.Sample;
import io.sluice.exchange.Tier;
import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;

/**
 * A full lane of limit 4 with two waiters, at the end of a window: whoever comes first closes it
 * and raises the limit to 5, while others end, offer and leave.
 */
@Param(name = "permit", gen = IntGen.class, conf = "0:3")
@Param(name = "ticket", gen = IntGen.class, conf = "0:1")
public class MoveRaces {
  private static final long START = 0;
  private static final long NOW = 6 * SECONDS;

  private final Lane lane =
      new Lane(
          "loans",
          Lanes.inOrderOfArrival(4, 4, new NaiveShares(4, 0, 0, 0, 0, 100).tiers()),
          new Rising(),
          START);
  private final List<Permit> held = Lanes.admit(lane, Tier.P1, 4, START);
  private final List<Ticket> waiting =
      Lanes.queue(
          lane,
          new AskBuilder(Tier.P1)
              .waitNanos(100 * SECONDS)
              .budgetNanos(1000 * SECONDS)
              .home(task -> {}),
          2,
          START);

  /** From 4 to 5 with the first window, where it stays. */
  private static final class Rising implements Limit {
    private double value = 4;

    @Override
    public double value() {
      return value;
    }

    @Override
    public Move next(Sample window) {
      value = 5;
      return new Move(value, Move.Why.QUEUE_SHORT);
    }
  }

  @Operation
  public void end(@Param(name = "permit") int index) {
    lane.end(held.get(index), Ending.SUCCESS, MILLIS, NOW);
  }

  /** What it is given it keeps: to give it back would be a second step. */
  @Operation
  public String offer() {
    return switch (lane.offer(new AskBuilder(Tier.P2).at(NOW), NOW)) {
      case Permit permit -> "in";
      case Ticket ticket -> "waits";
      case Shed shed -> shed.reason().code();
    };
  }

  @Operation
  public boolean claim(@Param(name = "ticket") int index) {
    Permit permit = lane.claim(waiting.get(index), NOW);
    return permit != null;
  }

  @Operation
  public void cancel(@Param(name = "ticket") int index) {
    lane.cancel(waiting.get(index), NOW);
  }

  @Operation
  public int moves() {
    return lane.moves().size();
  }

  /** One window is over, so there is one move at most. */
  @Validate
  public void movedOnceAtMost() {
    LaneSnapshot snapshot = lane.snapshot(NOW);
    int moves = lane.moves().size();
    if (moves > 1 || snapshot.limit() != 4 + moves || snapshot.inFlight() > snapshot.limit()) {
      throw new IllegalStateException(moves + " moves: " + snapshot);
    }
  }
}
