package io.sluice.library;

import io.sluice.spi.Answer;
import io.sluice.spi.Call;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the database itself says of the loans it holds, for those who want to know whether any was
 * lost or made twice. Its calls cost no service time and are not counted.
 */
final class Ledger {
  private static final String SUMMARY = "/ledger";
  private static final String MEMBERS = "/ledger/members";

  private final LibraryDatabase database;

  Ledger(LibraryDatabase database) {
    this.database = database;
  }

  static boolean owns(String path) {
    return path.equals(SUMMARY) || path.equals(MEMBERS);
  }

  /** Answers a call to a path it {@link #owns}; blocks. */
  Answer answer(Call call) throws SQLException {
    if (call.path().equals(SUMMARY)) {
      return call.method().equals("GET") ? summary() : Answers.onlyMethod("GET");
    }
    if (!call.method().equals("POST")) {
      return Answers.onlyMethod("POST");
    }
    try {
      return members(wanted(JsonBody.object(call.body())));
    } catch (IllegalArgumentException e) {
      return Answers.error(400, e);
    }
  }

  private Answer summary() throws SQLException {
    try (Connection connection = database.connection();
        var statement = connection.createStatement();
        var row =
            statement.executeQuery("SELECT COUNT(*), COUNT(DISTINCT idempotency_key) FROM loan")) {
      row.next();
      return Answers.json(
          200, new JsonObject().put("loans", row.getLong(1)).put("keys", row.getLong(2)), Map.of());
    }
  }

  /** How many of the members have no loan, and how many have several. */
  private Answer members(List<String> members) throws SQLException {
    Map<String, Long> loans = loansByMember();
    long without = 0;
    long several = 0;
    for (String member : members) {
      long count = loans.getOrDefault(member, 0L);
      without += count == 0 ? 1 : 0;
      several += count > 1 ? 1 : 0;
    }
    return Answers.json(
        200,
        new JsonObject()
            .put("asked", members.size())
            .put("without", without)
            .put("several", several),
        Map.of());
  }

  private Map<String, Long> loansByMember() throws SQLException {
    var loans = new HashMap<String, Long>();
    try (Connection connection = database.connection();
        var statement = connection.createStatement();
        var rows =
            statement.executeQuery("SELECT member_id, COUNT(*) FROM loan GROUP BY member_id")) {
      while (rows.next()) {
        loans.put(rows.getString(1), rows.getLong(2));
      }
    }
    return loans;
  }

  private static List<String> wanted(JsonObject body) {
    if (body.getValue("members") instanceof JsonArray members
        && members.stream().allMatch(String.class::isInstance)) {
      return members.stream().map(String.class::cast).toList();
    }
    throw new IllegalArgumentException("members: missing or wrong (expected: a list of strings)");
  }
}
