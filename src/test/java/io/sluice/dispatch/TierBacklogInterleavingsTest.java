package io.sluice.dispatch;

import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

import io.sluice.exchange.Tier;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Checks that under every explored interleaving the backlog answers as it would one call at a time.
 */
@Param(name = "id", gen = IntGen.class, conf = "0:3")
public class TierBacklogInterleavingsTest {
  private final TierBacklog backlog = new TierBacklog(2);

  @Operation
  public boolean offer(Tier tier, @Param(name = "id") int id) {
    return backlog.offer(piece(tier, id));
  }

  @Operation
  public int poll() {
    return code(backlog.poll());
  }

  @Operation
  public int pollDiscardable(Tier tier) {
    return code(backlog.pollDiscardable(tier));
  }

  @Operation
  public boolean remove(Tier tier, @Param(name = "id") int id) {
    return backlog.remove(piece(tier, id));
  }

  @Operation
  public int size() {
    return backlog.size();
  }

  @Operation
  public List<Integer> inOrder() {
    List<Integer> codes = new ArrayList<>();
    backlog.iterator().forEachRemaining(item -> codes.add(code(item)));
    return codes;
  }

  @Test
  void everyOperation_isLinearizable() {
    new ModelCheckingOptions()
        .iterations(10)
        .invocationsPerIteration(60)
        .threads(2)
        .actorsPerThread(3)
        .actorsBefore(2)
        .actorsAfter(1)
        .addGuarantee(
            forClasses(LinkedHashSet.class.getName(), HashSet.class.getName())
                .allMethods()
                .treatAsAtomic())
        .check(TierBacklogInterleavingsTest.class);
  }

  /** The odd ones may be discarded. */
  private static Piece piece(Tier tier, int id) {
    return new Piece(tier, id, id % 2 == 1);
  }

  private static int code(@Nullable Runnable item) {
    return item instanceof Piece piece ? 10 * piece.tier().rank() + piece.id() : -1;
  }
}
