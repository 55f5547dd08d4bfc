package io.sluice.edge;

import io.sluice.exchange.Exchange;
import io.sluice.exchange.FallbackKind;
import io.sluice.exchange.Outcome;
import io.sluice.exchange.StoredAnswer;
import io.sluice.fallback.CachedResponse;
import io.sluice.fallback.Fallback;
import io.sluice.fallback.FallbackChain;
import io.sluice.fallback.FallbackFacts;
import io.sluice.fallback.Fields;
import io.sluice.fallback.ResponseCache;
import io.sluice.observe.RouteMeters;
import io.sluice.respond.Reply;
import io.sluice.time.WallClock;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a route's requests are answered with when their backend does not, put on the wire. */
final class Fallbacks {
  private static final String REASON = "x-sluice-reason";

  private final RouteMemory memory;
  private final Backend backend;
  private final RouteMeters meters;

  private Fallbacks(RouteMemory memory, Backend backend, RouteMeters meters) {
    this.memory = memory;
    this.backend = backend;
    this.meters = meters;
  }

  /** Those of a route; null if there is nothing to do for any of its requests. */
  static @Nullable Fallbacks of(RouteMemory memory, Backend backend, RouteMeters meters) {
    return memory.chain() == null && memory.changes().isEmpty()
        ? null
        : new Fallbacks(memory, backend, meters);
  }

  /**
   * Answers in the place of a refusal or failure.
   *
   * @param reply what it would be told
   * @return how it has ended; null if there was nothing to answer it with: then the reply is still
   *     to be written, with the advice that its head may hold by now
   */
  @Nullable Outcome answer(Unanswered miss, Reply reply) {
    FallbackChain chain = memory.chain();
    if (chain == null || !chain.isFor(miss.reason())) {
      return null;
    }
    return switch (find(chain, miss, reply.status())) {
      case null -> null;
      case Fallback.Advised(List<String> headers) -> {
        advise(miss, headers);
        yield null;
      }
      case Fallback.Given given -> write(miss, given, reply);
    };
  }

  /**
   * What there is in the place of an answer of the backend's own; null for that answer itself.
   *
   * @param status of the backend's
   */
  Fallback.@Nullable Given inPlaceOf(int status, Unanswered miss) {
    FallbackChain chain = memory.chain();
    if (chain == null || !chain.isFor(status)) {
      return null;
    }
    return find(chain, miss, status) instanceof Fallback.Given given ? given : null;
  }

  private @Nullable Fallback find(FallbackChain chain, Unanswered miss, int status) {
    HttpServerRequest request = miss.request();
    // Who calls in gRPC, or wants a stream, could do nothing with a document.
    if (Answers.isGrpc(request) || backend.isAskedForStream(request, miss.exchange())) {
      return null;
    }
    var facts =
        new FallbackFacts(
            request.method().name(), resource(request), fields(request), miss.reason(), status);
    return chain.answer(facts, miss.nowNanos());
  }

  private void advise(Unanswered miss, List<String> headers) {
    for (int i = 0; i < headers.size(); i += 2) {
      miss.request().response().headers().set(headers.get(i), headers.get(i + 1));
    }
    miss.trace().fellBack(FallbackKind.CLIENT_CACHE.code());
    meters.advised(miss.exchange(), miss.reason());
  }

  /**
   * Writes what was found.
   *
   * @param insteadOf what its client would have been told by us; null if the backend would have
   */
  Outcome write(Unanswered miss, Fallback.Given given, @Nullable Reply insteadOf) {
    StoredAnswer answer = given.answer();
    var headers = new ArrayList<String>(answer.headers());
    headers.add(REASON);
    headers.add(miss.reason().code());
    if (insteadOf != null && answer.status() >= 400) {
      addHints(insteadOf, headers);
    }
    miss.trace().fellBack(given.kind().code());
    ReplyWriter.write(
        miss.request(),
        new StoredAnswer(answer.status(), headers, answer.body()),
        miss.bodyUntouched(),
        miss.lastOnConnection());
    return new Outcome.FellBack(given.kind(), given.answer().status(), miss.reason());
  }

  /** A prepared body under the status of a refusal is still one, and says when to come back. */
  private static void addHints(Reply refusal, List<String> headers) {
    List<String> from = refusal.headers();
    for (int i = 0; i < from.size(); i += 2) {
      String name = from.get(i);
      if (!name.equals("content-type") && !name.equals(REASON)) {
        headers.add(name);
        headers.add(from.get(i + 1));
      }
    }
  }

  /** Who keeps a copy of an answer whose head is filled; null for nobody. */
  @Nullable AnswerCopy copy(HttpServerRequest request, Exchange exchange, long nowNanos) {
    ResponseCache cache = memory.cache();
    HttpServerResponse response = request.response();
    if (cache == null) {
      return null;
    }
    if (response.getStatusCode() == 304) {
      freshen(cache, request, exchange, nowNanos);
      return null;
    }
    if (response.getStatusCode() != 200 || !request.method().equals(HttpMethod.GET)) {
      return null;
    }
    String length = response.headers().get(HttpHeaders.CONTENT_LENGTH);
    if (length != null && Hygiene.declaredLength(length) > memory.maxEntryBytes()) {
      return null;
    }
    Fields asked = fields(request);
    boolean known = exchange.caller().name() != null;
    if (!cache.takes("GET", asked, known, 200, response.headers()::getAll)) {
      return null;
    }
    List<String> head = KeptHead.of(response);
    long tookNanos = nowNanos - exchange.startNanos();
    return new AnswerCopy(
        memory.maxEntryBytes(),
        body -> {
          if (body != null) {
            cache.store(resource(request), asked, stored(head, body, tookNanos, nowNanos));
          }
        });
  }

  /** The client's copy is good, and so may be the one kept here (RFC 9111 §4.3.4). */
  private static void freshen(
      ResponseCache cache, HttpServerRequest request, Exchange exchange, long nowNanos) {
    cache.freshen(
        resource(request),
        fields(request),
        KeptHead.of(request.response()),
        nowNanos - exchange.startNanos(),
        WallClock.SYSTEM.now().getEpochSecond(),
        nowNanos);
  }

  private static CachedResponse stored(
      List<String> head, Buffer body, long tookNanos, long nowNanos) {
    return CachedResponse.of(
        new StoredAnswer(200, head, body.getBytes()),
        tookNanos,
        WallClock.SYSTEM.now().getEpochSecond(),
        nowNanos);
  }

  /** What has been answered may make untrue what is kept (RFC 9111 §4.4). */
  void answered(HttpServerRequest request, int status) {
    boolean reads =
        request.method().equals(HttpMethod.GET) || request.method().equals(HttpMethod.HEAD);
    if (reads ? isGone(status) : status < 400) {
      String resource = resource(request);
      memory.changes().forEach(cache -> cache.forget(resource));
    }
  }

  // What is gone must not come back when its backend does not answer.
  private static boolean isGone(int status) {
    return status == 404 || status == 410;
  }

  /** What a request is about: its host, as one backend may be many sites, and its target. */
  private static String resource(HttpServerRequest request) {
    return String.valueOf(request.authority()).toLowerCase(Locale.ROOT) + request.uri();
  }

  private static Fields fields(HttpServerRequest request) {
    return request.headers()::getAll;
  }
}
