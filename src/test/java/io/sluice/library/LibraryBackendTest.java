package io.sluice.library;

import static io.sluice.library.Calls.abandoned;
import static io.sluice.library.Calls.get;
import static io.sluice.library.Calls.json;
import static io.sluice.library.Calls.loan;
import static io.sluice.library.Calls.post;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.spi.Answer;
import io.sluice.spi.BlockingBackend;
import io.sluice.spi.Call;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LibraryBackendTest {
  private static final Duration FOR_EVER = Duration.ofSeconds(60);
  private LibraryBackend backend = new LibraryBackend();

  @AfterEach
  void close() {
    backend.close();
  }

  @Test
  void serviceLoader_findsTheLibraryByName() {
    assertThat(ServiceLoader.load(BlockingBackend.class))
        .extracting(BlockingBackend::name)
        .contains("library");
  }

  @Test
  void title_answersStockAndAnEtagThatChangesWithIt() throws Exception {
    start(Duration.ZERO);

    Answer before = backend.handle(get("/titles/17"));
    Answer unchanged = backend.handle(get("/titles/17"));
    backend.handle(loan(17));
    Answer after = backend.handle(get("/titles/17"));

    assertThat(before.status()).isEqualTo(200);
    assertThat(json(before).getString("isbn")).isEqualTo("9780000000017");
    assertThat(json(before).getInteger("stock")).isEqualTo(1_000_000);
    assertThat(before.headers().get("etag")).matches("\"[!-~&&[^\"]]+\"");
    assertThat(unchanged.headers()).isEqualTo(before.headers());
    assertThat(after.headers().get("etag")).isNotEqualTo(before.headers().get("etag"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "1001", "-1", "abc", "", "1/2", "99999999999999999999", "017"})
  void title_answers404_whenThereIsNone(String id) throws Exception {
    start(Duration.ZERO);

    assertThat(backend.handle(get("/titles/" + id)).status()).isEqualTo(404);
  }

  @Test
  void recommendations_areAListOfTitles() throws Exception {
    start(Duration.ZERO);

    Answer answer = backend.handle(get("/recommendations"));

    assertThat(answer.status()).isEqualTo(200);
    var list = new JsonArray(new String(answer.body(), StandardCharsets.UTF_8));
    assertThat(list).hasSize(5);
    assertThat(list.getJsonObject(0).getString("isbn")).startsWith("978");
  }

  @ParameterizedTest
  @CsvSource({
    "/notifications/mail, '', 202",
    "/notifications/sms, '{\"loanId\":1}', 202",
    "/notifications/push, '{}', 202",
    "/notifications/push, '{', 400",
    "/notifications/pigeon, '', 404",
    "/notifications/, '', 404",
    "/nowhere, '', 404",
    "/titles/1, '', 405",
    "/recommendations, '', 405"
  })
  void post_isAnswered(String path, String body, int status) throws Exception {
    start(Duration.ZERO);

    assertThat(backend.handle(post(path, body)).status()).isEqualTo(status);
  }

  @Test
  void failing_answers500AndChangesNothing() throws Exception {
    start(Duration.ZERO);
    backend.knobs().change(new JsonObject().put("failureRate", 1));

    assertThat(backend.handle(loan(17)).status()).isEqualTo(500);

    assertThat(backend.stats().failed()).isEqualTo(1);
    assertThat(backend.stats().finished()).isZero();
    assertThat(backend.stats().loans()).isZero();
  }

  @Test
  void workDone_countsAsZombie_onlyWhenTheCallerHadGone() throws Exception {
    start(Duration.ZERO);

    backend.handle(get("/titles/17"));
    backend.handle(abandoned(get("/titles/17")));

    assertThat(backend.stats().finished()).isEqualTo(2);
    assertThat(backend.stats().zombies()).isEqualTo(1);
    assertThat(backend.stats().inFlight()).isZero();
  }

  @Test
  void interrupt_givesTheConnectionBackAndCountsAsCancelled() throws Exception {
    start(FOR_EVER);
    var caller = new Caller(abandoned(get("/titles/17")));
    await().until(() -> backend.connectionsInUse() == 1);

    caller.interrupt();

    assertThat(caller.outcome()).isInstanceOf(InterruptedException.class);
    assertThat(backend.connectionsInUse()).isZero();
    assertThat(backend.stats().cancelled()).isEqualTo(1);
    assertThat(backend.stats().zombies()).isZero();
    assertThat(backend.stats().finished()).isZero();
    assertThat(backend.stats().inFlight()).isZero();
  }

  @Test
  void interrupt_endsTheWaitForAConnection() throws Exception {
    start(FOR_EVER);
    var holder = new Caller(get("/titles/1"));
    await().until(() -> backend.connectionsInUse() == 1);
    var waiting = new Caller(get("/titles/2"));
    await().until(() -> backend.stats().inFlight() == 2 && waiting.isBlocked());

    waiting.interrupt();

    assertThat(waiting.outcome()).isInstanceOf(InterruptedException.class);
    assertThat(backend.stats().cancelled()).isEqualTo(1);
    assertThat(backend.connectionsInUse()).isEqualTo(1);
    holder.interrupt();
    assertThat(holder.outcome()).isInstanceOf(InterruptedException.class);
    assertThat(backend.connectionsInUse()).isZero();
  }

  @Test
  void interruptBeforeTheCommit_lendsNothing() throws Exception {
    start(Duration.ZERO);

    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> backend.handle(loan(17, "k")))
        .isInstanceOf(InterruptedException.class);

    assertThat(Thread.interrupted()).isFalse();
    assertThat(backend.stats().cancelled()).isEqualTo(1);
    assertThat(backend.stats().loans()).isZero();
    assertThat(backend.handle(loan(17, "k")).status()).as("key still free").isEqualTo(201);
    assertThat(json(backend.handle(get("/titles/17"))).getInteger("stock")).isEqualTo(999_999);
  }

  @Test
  void interruptAfterTheCommit_leavesTheLoanForARepeatToFind() throws Exception {
    start(FOR_EVER);
    var caller = new Caller(loan(17, "k"));
    await().until(() -> backend.stats().loans() == 1);

    caller.interrupt();

    assertThat(caller.outcome()).isInstanceOf(InterruptedException.class);
    backend.knobs().change(new JsonObject().put("serviceMs", 0));
    assertThat(backend.handle(loan(17, "k")).status()).isEqualTo(200);
    assertThat(backend.stats().loans()).isEqualTo(1);
  }

  @Test
  void health_takesNoConnectionAndIsNotCounted() throws Exception {
    start(FOR_EVER);

    assertThat(backend.handle(get("/health")).status()).isEqualTo(200);

    assertThat(backend.stats().finished()).isZero();
  }

  @Test
  void handle_throws_whenNotStarted() {
    assertThatThrownBy(() -> backend.handle(get("/titles/1")))
        .isInstanceOf(IllegalStateException.class);
  }

  private void start(Duration serviceTime) throws Exception {
    backend =
        new LibraryBackend(
            LibraryOptions.defaults().withCapacity(1, 1, 1).withServiceTime(serviceTime));
    backend.start();
  }

  /** A call on a thread of its own, and what came of it. */
  private final class Caller {
    private final AtomicReference<Object> outcome = new AtomicReference<>();
    private final Thread thread;

    Caller(Call call) {
      thread =
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      outcome.set(backend.handle(call));
                    } catch (Exception e) {
                      outcome.set(e);
                    }
                  });
    }

    void interrupt() {
      thread.interrupt();
    }

    boolean isBlocked() {
      return thread.getState() == Thread.State.TIMED_WAITING;
    }

    @Nullable Object outcome() throws InterruptedException {
      thread.join();
      return outcome.get();
    }
  }
}
