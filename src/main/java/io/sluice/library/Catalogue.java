package io.sluice.library;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The titles of the library, as SQL. Ids and ISBNs are computable, so that load can be made. */
public final class Catalogue {
  /** Titles are numbered from 1 to this. */
  public static final int TITLES = 1000;

  private static final String COLUMNS = "SELECT id, isbn, name, author, stock FROM title ";

  private Catalogue() {}

  /** The ISBN of a title: 978 and its id in ten digits. */
  public static String isbn(int id) {
    String digits = Integer.toString(id);
    return "978" + "0".repeat(10 - digits.length()) + digits;
  }

  static Optional<Title> find(Connection connection, int id) throws SQLException {
    List<Title> titles = titles(connection, id, id);
    return titles.isEmpty() ? Optional.empty() : Optional.of(titles.getFirst());
  }

  /** The titles with ids from {@code firstId} to {@code lastId}, both included. */
  static List<Title> titles(Connection connection, int firstId, int lastId) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(COLUMNS + "WHERE id BETWEEN ? AND ?")) {
      select.setInt(1, firstId);
      select.setInt(2, lastId);
      try (ResultSet rows = select.executeQuery()) {
        var titles = new ArrayList<Title>();
        while (rows.next()) {
          titles.add(
              new Title(
                  rows.getInt(1),
                  rows.getString(2),
                  rows.getString(3),
                  rows.getString(4),
                  rows.getInt(5)));
        }
        return titles;
      }
    }
  }

  /** Takes one copy from stock; false if the ISBN is unknown or no copy is left. */
  static boolean takeCopy(Connection connection, String isbn) throws SQLException {
    try (PreparedStatement update =
        connection.prepareStatement(
            "UPDATE title SET stock = stock - 1 WHERE isbn = ? AND stock > 0")) {
      update.setString(1, isbn);
      return update.executeUpdate() == 1;
    }
  }

  static boolean knows(Connection connection, String isbn) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement("SELECT 1 FROM title WHERE isbn = ?")) {
      select.setString(1, isbn);
      try (ResultSet rows = select.executeQuery()) {
        return rows.next();
      }
    }
  }

  static void create(Connection connection, int stock) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(
          """
          CREATE TABLE title (
            id INT PRIMARY KEY,
            isbn VARCHAR(32) NOT NULL UNIQUE,
            name VARCHAR(100) NOT NULL,
            author VARCHAR(100) NOT NULL,
            stock INT NOT NULL CHECK (stock >= 0))
          """);
    }
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO title VALUES (?, ?, ?, ?, ?)")) {
      for (int id = 1; id <= TITLES; id++) {
        insert.setInt(1, id);
        insert.setString(2, isbn(id));
        insert.setString(3, "Volume " + id);
        insert.setString(4, "Author " + (id % 100 + 1));
        insert.setInt(5, stock);
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }
}
