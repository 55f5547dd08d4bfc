package io.sluice.edge;

import io.sluice.exchange.Outcome;
import io.sluice.exchange.StoredAnswer;
import io.sluice.idempotency.BodyHash;
import io.sluice.idempotency.Claim;
import io.vertx.core.http.HttpServerResponse;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One request's hold on its idempotency key, from its claim to its end. What was not done, or may
 * not have been, gives the key back, but not before its call is over: a repeat must not meet the
 * first one still at work.
 */
final class KeyHold {
  /** What the log says answered, where an answer was given once more. */
  static final String REPLAY = "replay";

  private static final String REPLAYED = "idempotency-replayed";

  private final Claim claim;
  private final HashedRequest request;
  private final long maxAnswerBytes;
  private @Nullable StoredAnswer kept;
  private int calls;
  private boolean releases;

  KeyHold(Claim claim, HashedRequest request, long maxAnswerBytes) {
    this.claim = claim;
    this.request = request;
    this.maxAnswerBytes = maxAnswerBytes;
  }

  /** An answer as it is given once more. */
  static StoredAnswer again(StoredAnswer first) {
    var headers = new ArrayList<String>(first.headers());
    headers.add(REPLAYED);
    headers.add("true");
    return new StoredAnswer(first.status(), headers, first.body());
  }

  /** Keeps an answer whose head is filled. */
  AnswerCopy copy() {
    HttpServerResponse response = request.response();
    int status = response.getStatusCode();
    List<String> head = KeptHead.of(response);
    return new AnswerCopy(
        maxAnswerBytes,
        body -> kept = body == null ? null : new StoredAnswer(status, head, body.getBytes()));
  }

  /** A call of the backend begins. */
  void called() {
    calls++;
  }

  /** A call holds nothing any more. */
  void over() {
    calls--;
    releaseIfIdle();
  }

  /** The request has ended. */
  void ended(Outcome outcome) {
    BodyHash body = request.bodyHash();
    if (outcome instanceof Outcome.Answered(int status) && isDone(status) && body != null) {
      claim.done(body, kept);
    } else {
      releases = true;
      releaseIfIdle();
    }
  }

  private void releaseIfIdle() {
    if (releases && calls == 0) {
      claim.release();
    }
  }

  // Nothing was done for who was told to come back, or failed.
  private static boolean isDone(int status) {
    return status < 500 && status != 408 && status != 425 && status != 429;
  }
}
