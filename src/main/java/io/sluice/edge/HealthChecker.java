package io.sluice.edge;

import io.sluice.balance.HealthOptions;
import io.sluice.balance.Member;
import io.sluice.time.NanoClock;
import io.sluice.time.Randomness;
import io.vertx.core.AsyncResult;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Asks the endpoints of one backend for their health, once for the whole gateway and beside the
 * requests: on connections of its own, past every lane and limit, so that an overload is not taken
 * for a failure, and nothing it measures is taken for an answer to a request. Its own event loop.
 */
public final class HealthChecker {
  private final Vertx vertx;
  private final HealthOptions health;
  private final @Nullable String serverName;
  private final Instances instances;
  private final NanoClock clock;
  private final Randomness randomness;
  private final HttpClientAgent client;

  /** Whose last check is not over. */
  private final Set<Member> asked = new HashSet<>();

  private HealthChecker(
      Vertx vertx,
      BackendOptions backend,
      HealthOptions health,
      Instances instances,
      NanoClock clock,
      Randomness randomness) {
    this.vertx = vertx;
    this.health = health;
    this.serverName = backend.tls().serverName();
    this.instances = instances;
    this.clock = clock;
    this.randomness = randomness;
    // A connection that was open already does not show that one can be opened; the one before may
    // still be closing.
    HttpClientOptions setup = UpstreamSetup.client(backend).setKeepAlive(false);
    this.client = vertx.httpClientBuilder().with(setup).with(UpstreamSetup.pool(2)).build();
  }

  /** Checks from now on, until the Vert.x is closed; nothing where the backend wants no checks. */
  public static void start(
      Vertx vertx,
      BackendOptions backend,
      Instances instances,
      NanoClock clock,
      Randomness randomness) {
    HealthOptions health = backend.health();
    if (health != null) {
      var checker = new HealthChecker(vertx, backend, health, instances, clock, randomness);
      vertx.getOrCreateContext().runOnContext(_ -> checker.checkAll());
    }
  }

  private void checkAll() {
    instances.all().forEach(this::check);
    long nanos = health.nextNanos(randomness.draw());
    vertx.setTimer(Math.max(1, nanos / 1_000_000), _ -> checkAll());
  }

  private void check(Member member, Endpoint endpoint) {
    if (asked.add(member)) {
      RequestOptions request =
          UpstreamSetup.request(endpoint, serverName)
              .setMethod(HttpMethod.GET)
              .setURI(health.path())
              .putHeader(HttpHeaders.USER_AGENT, "sluice-health");
      new Check(member).begin(request);
    }
  }

  /** One check: what the head of its answer says if that comes in time, else why it did not. */
  private final class Check {
    private final Member member;
    private final long timer;
    private @Nullable HttpClientRequest request;
    private boolean isOver;

    Check(Member member) {
      this.member = member;
      long millis = health.timeout().toMillis();
      this.timer = vertx.setTimer(millis, _ -> over(false, "no answer in " + millis + " ms"));
    }

    void begin(RequestOptions wanted) {
      var _ = client.request(wanted).onComplete(this::connected);
    }

    private void connected(AsyncResult<HttpClientRequest> connected) {
      if (connected.failed()) {
        over(false, "cannot connect");
        return;
      }
      HttpClientRequest opened = connected.result();
      opened.exceptionHandler(_ -> {}); // of the reset, which Vert.x would log
      request = opened;
      if (isOver) {
        drop(opened);
      } else {
        var _ = opened.send().onComplete(this::answered);
      }
    }

    private void answered(AsyncResult<HttpClientResponse> answered) {
      if (answered.failed()) {
        over(false, "closed without an answer");
        return;
      }
      int status = answered.result().statusCode();
      answered.result().exceptionHandler(_ -> {}); // of the same
      over(health.isGood(status), "status " + status);
    }

    private void over(boolean good, String found) {
      if (isOver) {
        return;
      }
      isOver = true;
      vertx.cancelTimer(timer);
      if (request != null) {
        drop(request); // whatever body there is, nobody reads it
      }
      asked.remove(member);
      member.checked(good, found, health, clock.nanoTime());
    }

    private static void drop(HttpClientRequest opened) {
      var _ = opened.reset(Http2Call.CANCEL);
    }
  }
}
