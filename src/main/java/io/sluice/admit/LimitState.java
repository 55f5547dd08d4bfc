package io.sluice.admit;

import io.sluice.admit.limit.Move;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A limit that moves, as operators see it.
 *
 * @param enforced whether it is in force; if not, it is only shown
 * @param value L, a real number
 * @param verdicts how often each rule or guard has decided about a window, holds included
 * @param moves how often each has changed ⌊L⌋
 * @param last the last change; null before the first
 */
public record LimitState(
    boolean enforced,
    double value,
    Map<Move.Why, Long> verdicts,
    Map<Move.Why, Long> moves,
    @Nullable LimitMove last) {}
