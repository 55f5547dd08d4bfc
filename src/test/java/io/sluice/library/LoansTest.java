package io.sluice.library;

import static io.sluice.library.Calls.get;
import static io.sluice.library.Calls.json;
import static io.sluice.library.Calls.loan;
import static io.sluice.library.Calls.post;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.spi.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoansTest {
  private static final int THREADS = 8;
  private LibraryBackend backend = new LibraryBackend();

  @AfterEach
  void close() {
    backend.close();
  }

  @Test
  void lend_answers201AndTakesOneCopy() throws Exception {
    start(3);

    Answer answer = backend.handle(loan(17));

    assertThat(answer.status()).isEqualTo(201);
    assertThat(json(answer).getLong("loanId")).isPositive();
    assertThat(json(answer).getString("isbn")).isEqualTo("9780000000017");
    assertThat(json(answer).getString("memberId")).isEqualTo("member-7");
    assertThat(stock(17)).isEqualTo(2);
    assertThat(stock(18)).isEqualTo(3);
    assertThat(backend.stats().loans()).isEqualTo(1);
  }

  @Test
  void lend_answersFirstLoan_whenKeyIsKnown() throws Exception {
    start(3);

    Answer first = backend.handle(loan(17, "k"));
    Answer again = backend.handle(loan(17, "k"));
    Answer otherBody = backend.handle(loan(18, "k"));

    assertThat(first.status()).isEqualTo(201);
    assertThat(again.status()).isEqualTo(200);
    assertThat(otherBody.status()).isEqualTo(200);
    assertThat(json(again)).isEqualTo(json(first));
    assertThat(json(otherBody)).isEqualTo(json(first));
    assertThat(stock(17)).isEqualTo(2);
    assertThat(stock(18)).isEqualTo(3);
    assertThat(backend.stats().loans()).isEqualTo(1);
  }

  @Test
  void lend_makesOneLoan_whenRequestsWithOneKeyRace() throws Exception {
    int rounds = 50;
    start(1000);

    for (int round = 0; round < rounds; round++) {
      String key = "round-" + round;
      List<Answer> answers = atOnce(() -> backend.handle(loan(1, key)));

      assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(1);
      assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(THREADS - 1);
      assertThat(answers)
          .extracting(answer -> json(answer).getLong("loanId"))
          .containsOnly(json(answers.getFirst()).getLong("loanId"));
    }

    assertThat(stock(1)).isEqualTo(1000 - rounds);
    assertThat(backend.stats().loans()).isEqualTo(rounds);
  }

  @Test
  void lend_doesNotQueueForATitle_whenManyWantItAtOnce() throws Exception {
    backend = new LibraryBackend(LibraryOptions.defaults().withServiceTime(Duration.ofMinutes(1)));
    backend.start();

    List<Future<Answer>> pending = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      for (int i = 0; i < THREADS; i++) {
        pending.add(threads.submit(() -> backend.handle(loan(1))));
      }
      await().until(() -> backend.stats().loans() == THREADS);
      assertThat(backend.connectionsInUse()).as("idling, loan committed").isEqualTo(THREADS);
      threads.shutdownNow();
    }

    assertThat(pending).extracting(Future::state).containsOnly(Future.State.FAILED);
    assertThat(backend.connectionsInUse()).isZero();
    assertThat(backend.stats().cancelled()).isEqualTo(THREADS);
  }

  @Test
  void lend_neverTakesMoreThanTheStock_whenManyWantTheLastCopies() throws Exception {
    int copies = 3 * THREADS + 1;
    start(copies);

    List<Integer> statuses = new ArrayList<>();
    for (int round = 0; round < 5; round++) {
      atOnce(() -> backend.handle(loan(1))).forEach(answer -> statuses.add(answer.status()));
    }

    assertThat(statuses).filteredOn(status -> status == 201).hasSize(copies);
    assertThat(statuses).filteredOn(status -> status == 409).hasSize(5 * THREADS - copies);
    assertThat(stock(1)).isZero();
    assertThat(backend.stats().loans()).isEqualTo(copies);
  }

  @Test
  void lend_doesNotRememberTheKey_whenOutOfStock() throws Exception {
    start(0);

    assertThat(backend.handle(loan(17, "k")).status()).isEqualTo(409);
    assertThat(backend.handle(loan(17, "k")).status()).isEqualTo(409);
    assertThat(stock(17)).isZero();
  }

  @Test
  void lend_forgetsTheOldestLoans_whenMoreThanKeptWereMade() throws Exception {
    int kept = 1000;
    start(10_000, kept);
    for (int i = 0; i < kept + 256; i++) {
      backend.handle(loan(1, "key-" + i));
    }

    assertThat(backend.handle(loan(1, "key-0")).status()).as("forgotten").isEqualTo(201);
    assertThat(backend.handle(loan(1, "key-" + kept)).status()).as("kept").isEqualTo(200);
  }

  @Test
  void lend_answers404_whenIsbnIsUnknown() throws Exception {
    start(3);

    Answer answer = backend.handle(loan(1001, "k"));

    assertThat(answer.status()).isEqualTo(404);
    assertThat(backend.stats().loans()).isZero();
    assertThat(backend.handle(loan(17, "k")).status()).as("key still free").isEqualTo(201);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "null",
        "17",
        "{}",
        "{\"isbn\":\"9780000000017\"}",
        "{\"memberId\":\"m\"}",
        "{\"isbn\":\"\",\"memberId\":\"m\"}",
        "{\"isbn\":null,\"memberId\":\"m\"}",
        "{\"isbn\":9780000000017,\"memberId\":\"m\"}",
        "{\"isbn\":\"9780000000017\",\"memberId\":{}}",
        "{\"isbn\":\"123456789012345678901234567890123\",\"memberId\":\"m\"}",
        "{\"isbn\":\"9780000000017\",\"memberId\":\"m\"} trailing",
        "{\"isbn\":\"9780000000017\",\"memberId\":\"m\""
      })
  void lend_answers400WithASentence_whenBodyIsMalformed(String body) throws Exception {
    start(3);

    Answer answer = backend.handle(post("/loans", body));

    assertThat(answer.status()).isEqualTo(400);
    assertThat(json(answer).getString("error")).contains("expected: ");
    assertThat(stock(17)).isEqualTo(3);
  }

  @Test
  void lend_answers400_whenKeyIsBlankOrTooLong() throws Exception {
    start(3);

    assertThat(backend.handle(loan(17, " ")).status()).isEqualTo(400);
    assertThat(backend.handle(loan(17, "k".repeat(256))).status()).isEqualTo(400);
    assertThat(backend.handle(loan(17, "k".repeat(255))).status()).isEqualTo(201);
  }

  @Test
  void lend_answers405WithAllow_whenMethodIsNotPost() throws Exception {
    start(3);

    Answer answer = backend.handle(get("/loans"));

    assertThat(answer.status()).isEqualTo(405);
    assertThat(answer.headers()).containsEntry("allow", "POST");
  }

  private void start(int stock) throws Exception {
    start(stock, 100_000);
  }

  private void start(int stock, int loansKept) throws Exception {
    backend =
        new LibraryBackend(
            LibraryOptions.defaults().withServiceTime(Duration.ZERO).withBooks(stock, loansKept));
    backend.start();
  }

  private int stock(int id) throws Exception {
    return json(backend.handle(get("/titles/" + id))).getInteger("stock");
  }

  /** The same call on all threads, which set off together. */
  private static List<Answer> atOnce(Callable<Answer> call) throws Exception {
    var barrier = new CyclicBarrier(THREADS);
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      List<Future<Answer>> pending = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        pending.add(
            threads.submit(
                () -> {
                  barrier.await();
                  return call.call();
                }));
      }
      List<Answer> answers = new ArrayList<>();
      for (Future<Answer> one : pending) {
        answers.add(one.get());
      }
      return answers;
    }
  }
}
