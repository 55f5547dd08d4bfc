package io.sluice.edge;

import io.netty.handler.codec.haproxy.HAProxyProtocolException;
import io.sluice.exchange.Reason;
import io.sluice.observe.ClientFaults;
import io.sluice.respond.Replies;
import io.sluice.respond.Reply;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeSet;

/** Answers and counts what never gets as far as a route. */
final class Refusals {
  /** What a route that names no methods is taken to be asked for. */
  private static final String ANY_METHOD = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";

  private final DoorPlan plan;
  private final RequestLog log;
  private final Map<Flaw, ClientFaults.Fault> flaws = new EnumMap<>(Flaw.class);
  private final String allMethods;

  Refusals(DoorPlan plan, RequestLog log) {
    this.plan = plan;
    this.log = log;
    for (Flaw flaw : Flaw.values()) {
      flaws.put(flaw, plan.meters().faults().of(flaw.reason(), flaw.kind()));
    }
    var methods = new TreeSet<String>();
    plan.routes().forEach(route -> methods.addAll(route.options().methods()));
    boolean takesAny = plan.routes().stream().anyMatch(r -> r.options().methods().isEmpty());
    allMethods = takesAny ? ANY_METHOD : String.join(", ", methods);
  }

  /** A request the decoder has refused; what follows on its connection is not read. */
  void undecodable(HttpServerRequest request) {
    flawed(request, RequestLine.of(request), Flaw.of(request.decoderResult().cause()));
  }

  /**
   * A request with a flaw.
   *
   * @param line what it asked for, which the request itself may not show
   */
  void flawed(HttpServerRequest request, RequestLine line, Flaw flaw) {
    seen(flaw);
    if (flaw.reason() == Reason.METHOD_NOT_ALLOWED) {
      request.response().headers().set(HttpHeaders.ALLOW, allMethods);
    }
    if (flaw != Flaw.INCOMPLETE) { // else nobody is there to be answered
      boolean last = !Farewell.isHttp2(request) || plan.state().isDraining();
      ReplyWriter.write(request, reply(request, flaw.reason()), false, last);
    }
    log.refused(request, line, flaw.reason(), plan.clock().nanoTime());
  }

  /** What HTTP/1 says a flawed head holds cannot be relied on; HTTP/2's frames are whole. */
  private static Reply reply(HttpServerRequest request, Reason reason) {
    return Farewell.isHttp2(request) ? Answers.failed(request, reason) : Replies.failed(reason);
  }

  /**
   * A connection that broke. What its requests had to be told they have been told; a flaw in a body
   * is counted here, as a request may be past counting when it shows.
   */
  void broken(Throwable cause) {
    if (Flaw.of(cause) == Flaw.CHUNK) {
      seen(Flaw.CHUNK);
    }
  }

  /** A connection that broke before it was one of HTTP: its PROXY protocol header is none. */
  void beforeHttp(Throwable cause) {
    if (cause instanceof HAProxyProtocolException) {
      plan.meters().connections().forged();
    }
  }

  /** Counts a request that is not answered. */
  void seen(Flaw flaw) {
    ClientFaults.Fault fault = flaws.get(flaw);
    if (fault != null) {
      fault.seen();
    }
  }

  /** A request for which there is no route. */
  void refuse(HttpServerRequest request, Reason reason) {
    plan.meters().faults().of(reason).seen();
    ReplyWriter.write(request, Answers.failed(request, reason), true, plan.state().isDraining());
    log.refused(request, RequestLine.of(request), reason, plan.clock().nanoTime());
  }

  /** A request whose path is known, and takes these methods only. */
  void notAllowed(HttpServerRequest request, Collection<String> methods) {
    request.response().headers().set(HttpHeaders.ALLOW, String.join(", ", methods));
    refuse(request, Reason.METHOD_NOT_ALLOWED);
  }
}
