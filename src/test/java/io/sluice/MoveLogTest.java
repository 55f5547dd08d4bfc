package io.sluice;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.admit.Lane;
import io.sluice.admit.LaneOptions;
import io.sluice.admit.LimitMove;
import io.sluice.admit.limit.Move;
import io.sluice.admit.limit.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MoveLogTest {
  private static final long SECOND = 1_000_000_000L;

  private final List<String> lines = new ArrayList<>();
  private final long startNanos = new Random().nextLong();
  private final Lane lane =
      new Lane("pages", new LaneOptions(8, 0, 0, 0, LaneOptions.Tiers.DEFAULT), startNanos);

  private LimitMove move(int from, int to, long afterNanos) {
    var window = new Sample(SECOND / 4, 300, 18_140_000, 331, 2, 23.75, 24, true);
    Move.Why why = to > from ? Move.Why.QUEUE_SHORT : Move.Why.QUEUE_LONG;
    return new LimitMove(from, to, why, window, startNanos + afterNanos);
  }

  @Test
  void move_isOneLine_withItsReasonAndNumbers() {
    new MoveLog(true, lines::add).moved(lane, move(24, 26, 0));
    assertThat(lines)
        .containsExactly(
            "lane pages: limit 24 -> 26, queue-short (median 18.1 ms, 1324/s, in flight 23.8)");
  }

  @Test
  void shadow_isSaidToBeOne() {
    new MoveLog(false, lines::add).moved(lane, move(24, 26, 0));
    assertThat(lines.getFirst()).startsWith("lane pages: shadow limit 24 -> 26, ");
  }

  @Test
  void movesWithinFiveSeconds_areLeftOut_andTheNextLineTellsOfThem() {
    var log = new MoveLog(true, lines::add);
    log.moved(lane, move(24, 26, 0));
    log.moved(lane, move(26, 28, SECOND));
    log.moved(lane, move(28, 25, 5 * SECOND - 1));
    log.moved(lane, move(25, 23, 5 * SECOND));
    assertThat(lines).hasSize(2);
    assertThat(lines.getLast())
        .startsWith("lane pages: limit 26 -> 23, queue-long (")
        .endsWith("), with 2 moves in between");
  }
}
