package io.sluice.edge;

import io.sluice.exchange.Exchange;
import io.sluice.exchange.Reason;
import io.vertx.core.http.HttpServerRequest;

/**
 * A request that its backend has not answered, or not well.
 *
 * @param trace where it is noted what answered instead
 * @param reason why
 * @param bodyUntouched nobody has read the request's body yet
 * @param lastOnConnection its connection ends with its answer
 */
record Unanswered(
    HttpServerRequest request,
    Exchange exchange,
    Trace trace,
    Reason reason,
    boolean bodyUntouched,
    boolean lastOnConnection,
    long nowNanos) {}
