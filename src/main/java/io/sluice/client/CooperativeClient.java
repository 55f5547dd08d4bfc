package io.sluice.client;

import io.sluice.retry.BudgetSnapshot;
import io.sluice.retry.RetryBudget;
import io.sluice.time.NanoClock;
import io.sluice.time.Randomness;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.PoolOptions;
import java.util.random.RandomGenerator;

/**
 * An HTTP client that behaves towards a server that refuses it: a companion of Vert.x's {@link
 * HttpClient}.
 *
 * <p>Each attempt says which request it belongs to, its number and how long it will be waited for,
 * ever less. A refused one is made again when the server said, plus jitter, as long as there is
 * time and the budget of this client has a retry. What may have been done is only done again if
 * twice is once. An attempt whose time is over is reset, not forgotten.
 *
 * <p>Any thread; the future completes on the Vert.x context that sent. Keep one per service, as the
 * budget is its own.
 */
public final class CooperativeClient {
  /** Those who wait for a connection behind these are as many as may be, and more are refused. */
  private static final PoolOptions POOL =
      new PoolOptions().setHttp1MaxSize(64).setMaxWaitQueueSize(1024);

  private final Vertx vertx;
  private final HttpClient client;
  private final CooperativeOptions options;
  private final NanoClock clock = NanoClock.SYSTEM;
  private final RandomGenerator random = Randomness.generator();
  private final RetryBudget budget;
  private final Cooperation cooperation;

  /** One that sends with that client, which its owner configures and closes. */
  public CooperativeClient(Vertx vertx, HttpClient client, CooperativeOptions options) {
    this.vertx = vertx;
    this.client = client;
    this.options = options;
    this.budget = new RetryBudget(options.budget(), clock.nanoTime());
    this.cooperation = new Cooperation(options.attempts(), budget);
  }

  /** One with connections of its own: 64 at most, and 1024 who wait for one. */
  public static CooperativeClient create(Vertx vertx, CooperativeOptions options) {
    HttpClient client = vertx.createHttpClient(new HttpClientOptions(), POOL);
    return new CooperativeClient(vertx, client, options);
  }

  /**
   * Asks until there is an answer, or a reason not to ask again.
   *
   * @return the last answer, whatever its status; failed with {@link CooperativeException} where
   *     the last attempt got none
   */
  public Future<CooperativeAnswer> send(CooperativeRequest request) {
    Context context = vertx.getOrCreateContext();
    Promise<CooperativeAnswer> answer = Promise.promise();
    context.runOnContext(
        nothing -> {
          long now = clock.nanoTime();
          cooperation.request(now);
          new CooperativeCall(this, request, answer, now).attempt(now);
        });
    return answer.future();
  }

  /** What of its budget is left, for metrics. */
  public BudgetSnapshot budget() {
    return budget.snapshot(clock.nanoTime());
  }

  /** Closes the connections, also those of a client that was handed in. */
  public Future<Void> close() {
    return client.close();
  }

  // ---- for its calls

  Vertx vertx() {
    return vertx;
  }

  HttpClient client() {
    return client;
  }

  CooperativeOptions options() {
    return options;
  }

  NanoClock clock() {
    return clock;
  }

  RandomGenerator random() {
    return random;
  }

  Cooperation cooperation() {
    return cooperation;
  }
}
