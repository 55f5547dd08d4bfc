package io.sluice.edge;

import io.sluice.journey.Repeat;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the attempts of one request have in common: where it has been, and its body. One loop. */
final class Tries {
  private final Replay replay;

  /** Where the attempt beside it is; null if there is none. */
  private final @Nullable Turn avoided;

  private @Nullable Turn turn;
  private boolean bodyEnded;
  private boolean stale;

  /**
   * @param maxReplayBytes how much of its body may be kept for another attempt
   */
  Tries(long maxReplayBytes) {
    this(maxReplayBytes, null);
  }

  private Tries(long maxReplayBytes, @Nullable Turn avoided) {
    this.replay = new Replay(maxReplayBytes);
    this.avoided = avoided;
  }

  /** Of an attempt beside this one, elsewhere if there is somewhere else. */
  Tries beside() {
    return new Tries(0, turn);
  }

  /**
   * The next attempt's way: on from where it has been, and where that was everywhere, there.
   *
   * @param first its way if it has been nowhere; null if there is none
   * @return false if there is nowhere to go
   */
  boolean goOn(Supplier<@Nullable Turn> first, long nowNanos) {
    Turn before = turn;
    if (before == null) {
      Turn begun = first.get();
      if (begun != null && avoided != null && begun.endpoint().equals(avoided.endpoint())) {
        begun.goOn(nowNanos);
      }
      turn = begun;
      return begun != null;
    }
    before.goOn(nowNanos);
    return true;
  }

  /** Where it is now, or was last. */
  Turn turn() {
    return Objects.requireNonNull(turn);
  }

  Replay replay() {
    return replay;
  }

  /** All of the body has come. */
  void bodyEnded() {
    bodyEnded = true;
  }

  boolean isBodyEnded() {
    return bodyEnded;
  }

  /** A connection turned out to have been closed meanwhile: the next attempt has a new one. */
  void metStale() {
    stale = true;
  }

  /** What the next attempt goes on. */
  Upstream.Connections connections() {
    return stale ? Upstream.Connections.FRESH : Upstream.Connections.POOLED;
  }

  /** Whether it could be sent once more, and where. */
  Repeat repeat() {
    if (!replay.isIntact()) {
      return Repeat.IMPOSSIBLE;
    }
    return turn != null && turn.mayGoOn() ? Repeat.ELSEWHERE : Repeat.HERE;
  }
}
