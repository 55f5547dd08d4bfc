package io.sluice.accesslog;

import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;

/**
 * Refusals of one second that no line stands for.
 *
 * @param count how many, ≥ 1
 * @param untilNanos the end of that second
 */
record LeftOut(String route, String lane, Tier tier, Reason reason, int count, long untilNanos) {}
