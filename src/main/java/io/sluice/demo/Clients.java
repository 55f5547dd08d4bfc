package io.sluice.demo;

import io.sluice.exchange.Tier;
import io.sluice.surge.Load;
import io.sluice.surge.Mix;
import io.sluice.surge.Progress;
import io.sluice.surge.Retry;
import io.sluice.surge.Stream;
import io.sluice.surge.Surge;
import io.sluice.surge.SurgePlan;
import io.sluice.surge.Watcher;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * The clients of the resilience demonstration, at a load below capacity. Those who want a loan
 * co-operate: they come back when they are told to, with the same key. The others take what they
 * get.
 */
final class Clients {
  static final String LOANS = "loans";
  static final List<String> STREAMS =
      List.of(LOANS, "titles", "recommendations", "notifications", "mail");

  private static final Duration TIMEOUT = Duration.ofSeconds(3);
  private static final double LOANS_PER_SECOND = 40;
  private static final double OTHERS_PER_SECOND = 240;
  private static final String WISH = "{\"isbn\":\"{isbn}\",\"memberId\":\"{request}\"}";
  private static final String NOTE = "{\"member\":\"{member}\"}";

  private static final Mix WRITERS =
      new Mix(List.of(new Stream(LOANS, Tier.P0, 1, "POST", "/loans", WISH, true)));
  private static final Mix OTHERS =
      new Mix(
          List.of(
              new Stream("titles", Tier.P1, 80, "GET", "/titles/{id}", null, false),
              new Stream("recommendations", Tier.P2, 80, "GET", "/recommendations", null, false),
              note("notifications", "/notifications"),
              note("mail", "/notifications/mail")));

  private Clients() {}

  private static Stream note(String name, String path) {
    return new Stream(name, Tier.P1, 40, "POST", path, NOTE, false);
  }

  static double perSecond() {
    return LOANS_PER_SECOND + OTHERS_PER_SECOND;
  }

  /** Has them all ask for so long; completes when the last of them has ended. */
  static Future<?> run(
      Vertx vertx, URI front, Duration length, Consumer<Progress> progress, Watcher watcher) {
    SurgePlan writers =
        plan(front, LOANS_PER_SECOND, length).withMix(WRITERS).withRetry(Retry.Cooperative.DEFAULT);
    SurgePlan others = plan(front, OTHERS_PER_SECOND, length).withMix(OTHERS);
    return Future.all(
        Surge.run(vertx, writers, _ -> {}, watcher), Surge.run(vertx, others, progress, watcher));
  }

  private static SurgePlan plan(URI front, double perSecond, Duration length) {
    return SurgePlan.of(front, Load.poisson(perSecond, length)).withTimeout(TIMEOUT);
  }
}
