package io.sluice.surge;

import static io.gatling.javaapi.core.CoreDsl.StringBody;
import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.details;
import static io.gatling.javaapi.core.CoreDsl.rampUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.http.HttpDsl.header;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.PopulationBuilder;
import io.gatling.javaapi.core.Simulation;
import io.gatling.javaapi.http.HttpRequestActionBuilder;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;

/**
 * The library's mix as an open loop, with what Sluice promises as assertions: every P0 in time, P1
 * nearly untouched, and what is left out is P2, with a hint.
 *
 * <p>System properties: {@code baseUrl}, {@code rate} (requests a second in all), {@code p0Rate},
 * {@code seconds}, {@code warmUpSeconds}, {@code timeoutMs}, {@code p0P99Ms}.
 */
public final class LibrarySimulation extends Simulation {
  private static final String LOANS = "POST /loans";
  private static final String TITLES = "GET /titles/{id}";
  private static final String RECOMMENDATIONS = "GET /recommendations";
  private static final String WARM_UP = "warm-up: ";
  private static final int TIMEOUT_MS = Integer.getInteger("timeoutMs", 500);

  private final double rate = Double.parseDouble(System.getProperty("rate", "2000"));
  private final double p0Rate =
      Math.min(rate, Double.parseDouble(System.getProperty("p0Rate", "400")));
  private final int seconds = Integer.getInteger("seconds", 20);
  private final int warmUpSeconds = Integer.getInteger("warmUpSeconds", 20);
  private final LongAdder sheds = new LongAdder();
  private final LongAdder unmeasuredSheds = new LongAdder();

  public LibrarySimulation() {
    double rest = rate - p0Rate;
    setUp(
            arriving("p0", loan(""), loan(WARM_UP), p0Rate),
            arriving("p1", title(""), title(WARM_UP), rest * 3 / 8),
            arriving(
                "p2",
                recommendation("", sheds),
                recommendation(WARM_UP, unmeasuredSheds),
                rest * 5 / 8))
        .protocols(
            http.baseUrl(System.getProperty("baseUrl", "http://localhost:8080"))
                .header("x-request-timeout-ms", String.valueOf(TIMEOUT_MS))
                .shareConnections())
        .assertions(
            details(LOANS).successfulRequests().percent().is(100.0),
            details(LOANS).responseTime().percentile(99.0).lt(Integer.getInteger("p0P99Ms", 250)),
            details(TITLES).successfulRequests().percent().gt(90.0),
            details(RECOMMENDATIONS).successfulRequests().percent().gt(99.0));
  }

  /**
   * Says what the assertions cannot: an answer of 429 is a success of P2, and there must be some.
   */
  @Override
  public void after() {
    System.out.printf("P2 refused with a hint: %d%n", sheds.sum());
    if (sheds.sum() == 0) {
      throw new IllegalStateException("nothing was shed: this load is no overload");
    }
  }

  private PopulationBuilder arriving(
      String tier,
      HttpRequestActionBuilder measured,
      HttpRequestActionBuilder unmeasured,
      double perSecond) {
    var users = scenario(tier).exec(measured);
    var early = scenario("warm-up " + tier).exec(unmeasured);
    if (warmUpSeconds == 0) {
      return users.injectOpen(constantUsersPerSec(perSecond).during(seconds));
    }
    // Cold, both virtual machines are slow, and the report would be about compilers.
    return early
        .injectOpen(rampUsersPerSec(1).to(perSecond).during(warmUpSeconds))
        .andThen(users.injectOpen(constantUsersPerSec(perSecond).during(seconds)));
  }

  private static HttpRequestActionBuilder loan(String prefix) {
    return http(prefix + LOANS)
        .post("/loans")
        .header("Content-Type", "application/json")
        .header("Idempotency-Key", _ -> "gatling-" + UUID.randomUUID())
        .body(
            StringBody(
                _ ->
                    "{\"isbn\":\"978%010d\",\"memberId\":\"%d\"}"
                        .formatted(draw(1000), draw(100_000))))
        .requestTimeout(Duration.ofMillis(TIMEOUT_MS))
        .check(status().in(200, 201));
  }

  private static HttpRequestActionBuilder title(String prefix) {
    return http(prefix + TITLES)
        .get(_ -> "/titles/" + draw(1000))
        .requestTimeout(Duration.ofMillis(TIMEOUT_MS))
        .check(status().is(200));
  }

  private static HttpRequestActionBuilder recommendation(String prefix, LongAdder refused) {
    return http(prefix + RECOMMENDATIONS)
        .get("/recommendations")
        .requestTimeout(Duration.ofMillis(TIMEOUT_MS))
        .check(status().in(200, 429))
        .checkIf((response, _) -> response.status().code() == 429)
        .then(
            header("retry-after").exists(),
            header("retry-after-ms")
                .transform(
                    hint -> {
                      refused.increment();
                      return hint;
                    })
                .exists());
  }

  private static int draw(int most) {
    return 1 + ThreadLocalRandom.current().nextInt(most);
  }
}
