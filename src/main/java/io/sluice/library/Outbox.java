package io.sluice.library;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** How many notifications each channel has accepted, as SQL; what they say is not kept. */
final class Outbox {
  private Outbox() {}

  /** Accepts one notification. */
  static void accept(Connection connection, Channel channel) throws SQLException {
    try (PreparedStatement update =
        connection.prepareStatement(
            "UPDATE outbox SET accepted = accepted + 1 WHERE channel = ?")) {
      update.setString(1, channel.code());
      update.executeUpdate();
    }
  }

  static void create(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute("CREATE TABLE outbox (channel VARCHAR(8) PRIMARY KEY, accepted BIGINT)");
      for (Channel channel : Channel.values()) {
        statement.execute("INSERT INTO outbox VALUES ('" + channel.code() + "', 0)");
      }
    }
  }
}
