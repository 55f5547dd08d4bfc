package io.sluice.library;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The loans of the library, as SQL. Safe from any thread, each with its own connection.
 *
 * <p>An idempotency key is unique among the loans that are kept, by constraint of the database: a
 * second request with a known key finds the first loan, whatever its body says, and takes nothing.
 */
final class Loans {
  private static final String DUPLICATE_KEY = "23505"; // SQLSTATE: unique constraint violated
  private static final int FORGET_EVERY = 128;

  private final AtomicLong lastId = new AtomicLong();
  private final int kept;
  private final Stats stats;

  Loans(int kept, Stats stats) {
    this.kept = kept;
    this.stats = stats;
  }

  /**
   * Lends one copy in one transaction, committed or rolled back when this returns.
   *
   * @throws InterruptedException when interrupted before the commit; nothing was lent then
   */
  LoanResult lend(Connection connection, LoanRequest request)
      throws SQLException, InterruptedException {
    long id = lastId.incrementAndGet();
    connection.setAutoCommit(false); // the pool turns it on again
    if (id % FORGET_EVERY == 0) {
      forgetUpTo(connection, id - kept);
    }
    // The loan first: a known key fails here, before the title's row is locked.
    try {
      insert(connection, id, request);
    } catch (SQLException e) {
      connection.rollback();
      return earlier(connection, request, e);
    }
    if (!Catalogue.takeCopy(connection, request.isbn())) {
      connection.rollback();
      return Catalogue.knows(connection, request.isbn())
          ? new LoanResult.OutOfStock()
          : new LoanResult.UnknownIsbn();
    }
    if (Thread.interrupted()) {
      connection.rollback();
      throw new InterruptedException("before the commit");
    }
    connection.commit();
    stats.loanCommitted();
    return new LoanResult.Lent(id, request.isbn(), request.memberId(), false);
  }

  static void create(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(
          """
          CREATE TABLE loan (
            id BIGINT PRIMARY KEY,
            isbn VARCHAR(32) NOT NULL,
            member_id VARCHAR(64) NOT NULL,
            idempotency_key VARCHAR(255) UNIQUE)
          """);
    }
  }

  private static void insert(Connection connection, long id, LoanRequest request)
      throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO loan VALUES (?, ?, ?, ?)")) {
      insert.setLong(1, id);
      insert.setString(2, request.isbn());
      insert.setString(3, request.memberId());
      insert.setString(4, request.key());
      insert.executeUpdate();
    }
  }

  /**
   * The loan that an earlier request with the same key made; throws {@code failure} if none did.
   */
  private LoanResult earlier(Connection connection, LoanRequest request, SQLException failure)
      throws SQLException {
    if (request.key() == null || !DUPLICATE_KEY.equals(failure.getSQLState())) {
      throw failure;
    }
    LoanResult.Lent first = find(connection, request.key()).orElseThrow(() -> failure);
    stats.loanRepeated();
    return first;
  }

  private static Optional<LoanResult.Lent> find(Connection connection, String key)
      throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT id, isbn, member_id FROM loan WHERE idempotency_key = ?")) {
      select.setString(1, key);
      try (ResultSet rows = select.executeQuery()) {
        return rows.next()
            ? Optional.of(
                new LoanResult.Lent(rows.getLong(1), rows.getString(2), rows.getString(3), true))
            : Optional.empty();
      }
    }
  }

  private static void forgetUpTo(Connection connection, long id) throws SQLException {
    try (PreparedStatement delete = connection.prepareStatement("DELETE FROM loan WHERE id <= ?")) {
      delete.setLong(1, id);
      delete.executeUpdate();
    }
  }
}
