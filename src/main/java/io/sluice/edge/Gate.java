package io.sluice.edge;

import io.sluice.classify.Auth;
import io.sluice.classify.RouteOptions;
import io.sluice.dispatch.Ending;
import io.sluice.dispatch.Submission;
import io.sluice.dispatch.Task;
import io.sluice.exchange.Caller;
import io.sluice.exchange.Reason;
import io.sluice.time.Deadline;
import io.sluice.trust.Token;
import io.sluice.trust.VerifiedTokens.Fingerprint;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a route asks of its callers, as one event loop asks it: before admission, so that whoever is
 * not let in costs no permit.
 */
final class Gate {
  /** How it ends; one of the two, once, on the event loop. */
  interface Verdict {
    void let(Caller caller);

    void refuse(Reason reason);
  }

  static final CharSequence API_KEY = HttpHeaders.createOptimized("x-api-key");
  static final CharSequence CALLER = HttpHeaders.createOptimized("x-sluice-caller");
  private static final CharSequence CHALLENGE = HttpHeaders.createOptimized("www-authenticate");
  private static final String BEARER = "Bearer ";

  private final LoopContext loop;
  private final DoorState door;
  private final Identity identity;
  private final Auth auth;
  private final Set<String> callers;
  private final List<String> scopes;

  Gate(LoopContext loop, DoorState door, Identity identity, RouteOptions route) {
    this.loop = loop;
    this.door = door;
    this.identity = identity;
    this.auth = route.auth();
    this.callers = Set.copyOf(route.callers());
    this.scopes = route.scopes();
  }

  /**
   * Finds out who sent the request and whether they may. The request is paused if it has a body.
   *
   * @param deadline the request's
   */
  void ask(HttpServerRequest request, Deadline deadline, Verdict verdict) {
    List<String> keys = auth.takesKeys() ? request.headers().getAll(API_KEY) : List.of();
    if (!keys.isEmpty()) {
      byKey(request, keys, verdict);
      return;
    }
    String token = auth.takesTokens() ? token(request.headers()) : null;
    if (token == null) {
      refuse(request, Reason.CREDENTIALS_MISSING, verdict);
    } else {
      byToken(request, token, deadline, verdict);
    }
  }

  private void byKey(HttpServerRequest request, List<String> keys, Verdict verdict) {
    Caller caller = keys.size() == 1 ? identity.apiKeys().callerWith(keys.getFirst()) : null;
    if (caller == null) {
      refuse(request, Reason.CREDENTIALS_INVALID, verdict);
    } else if (!callers.isEmpty() && !callers.contains(caller.name())) {
      refuse(request, Reason.CALLER_NOT_ALLOWED, verdict);
    } else {
      request.headers().remove(API_KEY); // it opens this door and is no business of the backend's
      let(request, caller, verdict);
    }
  }

  /** Whatever stands behind {@code Bearer}; null if that is not the one scheme that is used. */
  private static @Nullable String token(MultiMap headers) {
    List<String> written = headers.getAll(HttpHeaders.AUTHORIZATION);
    if (written.size() != 1) {
      return null;
    }
    String first = written.getFirst();
    boolean bearer = first.regionMatches(true, 0, BEARER, 0, BEARER.length());
    return bearer ? first.substring(BEARER.length()).strip() : null;
  }

  private void byToken(HttpServerRequest request, String text, Deadline deadline, Verdict verdict) {
    Fingerprint fingerprint = Fingerprint.of(text);
    Token known = identity.known(fingerprint);
    if (known != null) {
      judge(request, known, verdict);
      return;
    }
    switch (identity.verify(text, fingerprint, deadline)) {
      case Submission.Rejected<Optional<Token>> _ -> refuse(request, Reason.VERIFIER_BUSY, verdict);
      case Submission.Accepted<Optional<Token>>(Task<Optional<Token>> task) ->
          TokenWait.begin(
              loop, door, request, task, deadline, ending -> verified(request, ending, verdict));
    }
  }

  private void verified(
      HttpServerRequest request, Ending<Optional<Token>> ending, Verdict verdict) {
    switch (ending) {
      case Ending.Done<Optional<Token>>(Optional<Token> token) ->
          token.ifPresentOrElse(
              good -> judge(request, good, verdict),
              () -> refuse(request, Reason.CREDENTIALS_INVALID, verdict));
      case Ending.Failed<Optional<Token>> _ -> refuse(request, Reason.INTERNAL, verdict);
      case Ending.Cancelled<Optional<Token>>(Reason reason) -> refuse(request, reason, verdict);
      case Ending.Expired<Optional<Token>> _ -> refuse(request, Reason.DEADLINE_PAST, verdict);
      case Ending.Discarded<Optional<Token>> _ -> refuse(request, Reason.VERIFIER_BUSY, verdict);
    }
  }

  private void judge(HttpServerRequest request, Token token, Verdict verdict) {
    if (token.covers(scopes)) {
      let(request, token.caller(), verdict);
    } else {
      refuse(request, Reason.CALLER_NOT_ALLOWED, verdict);
    }
  }

  private static void let(HttpServerRequest request, Caller caller, Verdict verdict) {
    String name = caller.name();
    if (name != null) {
      request.headers().set(CALLER, name);
    }
    verdict.let(caller);
  }

  private void refuse(HttpServerRequest request, Reason reason, Verdict verdict) {
    if (reason == Reason.CREDENTIALS_MISSING
        || reason == Reason.CREDENTIALS_INVALID
        || reason == Reason.CALLER_NOT_ALLOWED) {
      request.response().headers().set(CHALLENGE, challenge(reason));
    }
    verdict.refuse(reason);
  }

  // RFC 6750 §3 for tokens; keys have no registered scheme, so theirs names the header they go in.
  private String challenge(Reason reason) {
    var all = new ArrayList<String>();
    if (auth.takesTokens()) {
      String error =
          switch (reason) {
            case CREDENTIALS_INVALID -> ", error=\"invalid_token\"";
            case CALLER_NOT_ALLOWED ->
                ", error=\"insufficient_scope\", scope=\"" + String.join(" ", scopes) + "\"";
            default -> "";
          };
      all.add("Bearer realm=\"sluice\"" + error);
    }
    if (auth.takesKeys()) {
      all.add("ApiKey realm=\"sluice\", header=\"" + API_KEY + "\"");
    }
    return String.join(", ", all);
  }
}
