package io.sluice.edge;

import static java.util.Objects.requireNonNull;

import io.sluice.exchange.Exchange;
import io.sluice.exchange.Outcome;
import io.sluice.exchange.Reason;
import io.sluice.fallback.Fallback;
import io.sluice.respond.Replies;
import io.sluice.respond.Reply;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/**
 * How one request is answered that does not get its backend's own answer: with what stands in for
 * it, where its route has that, or with why there is none. One loop.
 */
final class Conclusion {
  private final LoopContext loop;
  private final DoorState door;
  private final HttpServerRequest request;
  private final Exchange exchange;
  private final Trace trace;

  /** Null where nothing answers in the backend's place. */
  private final @Nullable Fallbacks fallbacks;

  Conclusion(
      LoopContext loop,
      DoorState door,
      RouteRuntime route,
      HttpServerRequest request,
      Exchange exchange,
      Trace trace) {
    this.loop = loop;
    this.door = door;
    this.request = request;
    this.exchange = exchange;
    this.trace = trace;
    this.fallbacks = route.fallbacks();
  }

  /**
   * Answers with this, or with something better.
   *
   * @param bodyUntouched nothing of the request's body has been asked for
   * @return which of the two is counted
   */
  Outcome answer(Outcome outcome, boolean bodyUntouched) {
    Reply reply = reply(outcome);
    Reason reason = outcome.reason();
    if (fallbacks != null && reason != null) {
      Outcome better = fallbacks.answer(unanswered(reason, bodyUntouched), reply);
      if (better != null) {
        return better;
      }
    }
    ReplyWriter.write(request, reply, bodyUntouched, door.isDraining());
    return outcome;
  }

  /** What there is in the place of a backend's answer with this status; null for that itself. */
  Fallback.@Nullable Given inPlaceOf(int status) {
    return fallbacks == null || status < 500
        ? null
        : fallbacks.inPlaceOf(status, unanswered(Reason.UPSTREAM_STATUS, false));
  }

  /** Answers with that; how it has ended. */
  Outcome write(Fallback.Given better) {
    Unanswered miss = unanswered(Reason.UPSTREAM_STATUS, false);
    return requireNonNull(fallbacks).write(miss, better, null);
  }

  private Unanswered unanswered(Reason reason, boolean bodyUntouched) {
    return new Unanswered(
        request, exchange, trace, reason, bodyUntouched, door.isDraining(), loop.now());
  }

  private Reply reply(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Refused refused -> Answers.refused(request, refused, exchange);
      case Outcome.Failed(Reason reason) -> Answers.failed(request, reason);
      case Outcome.Taken _ -> Replies.taken();
      case Outcome.Answered _, Outcome.Streamed _, Outcome.FellBack _, Outcome.Replayed _ ->
          throw new IllegalArgumentException("not ours: " + outcome);
    };
  }

  /** Who keeps a copy of the backend's answer; null for nobody. */
  @Nullable AnswerCopy copy() {
    return fallbacks == null ? null : fallbacks.copy(request, exchange, loop.now());
  }

  /** The backend's own answer has gone out whole. */
  void answered(int status) {
    if (fallbacks != null) {
      fallbacks.answered(request, status);
    }
  }
}
