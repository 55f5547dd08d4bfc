package io.sluice.library;

import io.sluice.spi.Answer;
import io.sluice.spi.Call;
import io.sluice.time.NanoClock;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * The business of the library: from a call to its answer, on the caller's thread, which blocks for
 * the service time. Both faces of the backend run exactly this, and every call is counted here.
 */
final class LibraryService {
  private static final Pattern ID = Pattern.compile("[1-9][0-9]{0,8}");
  private static final int RECOMMENDED = 5;
  private static final String TITLES = "/titles/";

  private final ConnectionHold connections;
  private final Loans loans;
  private final Knobs knobs;
  private final Stats stats;
  private final RandomGenerator random;

  /**
   * @param random safe from many threads at once
   */
  LibraryService(
      LibraryDatabase database,
      int loansKept,
      Knobs knobs,
      Stats stats,
      NanoClock clock,
      RandomGenerator random) {
    this.connections = new ConnectionHold(database, clock);
    this.loans = new Loans(loansKept, stats);
    this.knobs = knobs;
    this.stats = stats;
    this.random = random;
  }

  /** Answers one call of a library that is as well as its knobs say. */
  Answer handle(Call call) throws SQLException, InterruptedException {
    return handle(call, Strain.NONE);
  }

  /**
   * Answers one call.
   *
   * @param strain of the endpoint it came in by
   * @throws InterruptedException when interrupted at its work
   * @throws SQLException when the database fails
   */
  Answer handle(Call call, Strain strain) throws SQLException, InterruptedException {
    stats.callBegan();
    try {
      Answer answer = route(call, strain);
      if (answer.status() >= 500) {
        stats.callFailed();
      } else {
        stats.callFinished(call.abandoned().getAsBoolean());
      }
      return answer;
    } catch (InterruptedException e) {
      stats.callCancelled();
      throw e;
    } catch (SQLException | RuntimeException e) {
      stats.callFailed();
      throw e;
    } finally {
      stats.callEnded();
    }
  }

  private Answer route(Call call, Strain strain) throws SQLException, InterruptedException {
    String path = call.path();
    if (path.equals("/loans")) {
      return is("POST", call) ? lend(call, strain) : Answers.onlyMethod("POST");
    }
    if (path.startsWith(TITLES)) {
      return is("GET", call)
          ? title(path.substring(TITLES.length()), strain)
          : Answers.onlyMethod("GET");
    }
    if (path.equals("/recommendations")) {
      return is("GET", call) ? recommend(strain) : Answers.onlyMethod("GET");
    }
    if (path.startsWith(Channel.PATH)) {
      String channel = path.substring(Channel.PATH.length());
      return is("POST", call) ? tell(channel, call, strain) : Answers.onlyMethod("POST");
    }
    return Answers.error(404, "no such path");
  }

  private Answer lend(Call call, Strain strain) throws SQLException, InterruptedException {
    LoanRequest request;
    try {
      request = LoanRequest.parse(call.body(), call.header("idempotency-key"));
    } catch (IllegalArgumentException e) {
      return Answers.error(400, e);
    }
    return serve(
        knobs.general().under(strain),
        connection ->
            switch (loans.lend(connection, request)) {
              case LoanResult.Lent lent -> lent(lent);
              case LoanResult.OutOfStock _ -> Answers.error(409, "every copy is lent");
              case LoanResult.UnknownIsbn _ -> Answers.error(404, "no title has this isbn");
            });
  }

  private static Answer lent(LoanResult.Lent loan) {
    var document =
        new JsonObject()
            .put("loanId", loan.loanId())
            .put("isbn", loan.isbn())
            .put("memberId", loan.memberId());
    return Answer.json(loan.repeated() ? 200 : 201, document.encode());
  }

  private Answer title(String id, Strain strain) throws SQLException, InterruptedException {
    if (!ID.matcher(id).matches()) {
      return Answers.error(404, "no such title");
    }
    return serve(
        knobs.general().under(strain),
        connection ->
            Catalogue.find(connection, Integer.parseInt(id))
                .map(title -> Answers.json(200, title.toJson(), Map.of("etag", title.etag())))
                .orElseGet(() -> Answers.error(404, "no such title")));
  }

  private Answer recommend(Strain strain) throws SQLException, InterruptedException {
    int firstId = 1 + random.nextInt(Catalogue.TITLES - RECOMMENDED + 1);
    return serve(
        knobs.general().under(strain),
        connection -> {
          var list = new JsonArray();
          for (Title title : Catalogue.titles(connection, firstId, firstId + RECOMMENDED - 1)) {
            list.add(title.toJson());
          }
          return Answer.json(200, list.encode());
        });
  }

  /** A notification is accepted for delivery; its text is the caller's business. */
  private Answer tell(String code, Call call, Strain strain)
      throws SQLException, InterruptedException {
    Channel channel = Channel.of(code).orElse(null);
    if (channel == null) {
      return Answers.error(404, "no such channel");
    }
    if (call.body().length > 0) {
      try {
        JsonBody.object(call.body());
      } catch (IllegalArgumentException e) {
        return Answers.error(400, e);
      }
    }
    return serve(
        knobs.of(channel).under(strain),
        connection -> {
          Outbox.accept(connection, channel);
          return Answer.json(202, new JsonObject().put("channel", code).encode());
        });
  }

  private Answer serve(Behaviour behaviour, ConnectionHold.Work<Answer> work)
      throws SQLException, InterruptedException {
    // A failing call costs its time like any other, but changes nothing.
    boolean fails = behaviour.failureRate() > 0 && random.nextDouble() < behaviour.failureRate();
    return connections.hold(
        behaviour.serviceNanos(), fails ? _ -> Answers.error(500, "failing as told to") : work);
  }

  private static boolean is(String method, Call call) {
    return call.method().equals(method);
  }
}
