package io.sluice.library;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import org.h2.jdbcx.JdbcDataSource;

/**
 * An H2 database in memory, private to its owner, behind a pool of connections.
 *
 * <p>Connections come with auto-commit on, which is more than a default here: were it off, the pool
 * would roll back every read, and on a rollback H2 forgets the statements it keeps prepared.
 */
final class LibraryDatabase implements AutoCloseable {
  private static final AtomicInteger OPENED = new AtomicInteger();

  private final HikariDataSource pool;

  private LibraryDatabase(HikariDataSource pool) {
    this.pool = pool;
  }

  /** Opens and fills a database. Blocks for some hundred milliseconds. */
  static LibraryDatabase open(LibraryOptions options) throws SQLException {
    var database = new LibraryDatabase(new HikariDataSource(pool(options)));
    try (Connection connection = database.connection()) {
      Catalogue.create(connection, options.stock());
      Loans.create(connection);
      Outbox.create(connection);
      return database;
    } catch (SQLException | RuntimeException e) {
      database.close();
      throw e;
    }
  }

  /**
   * One connection of the pool, waiting for it up to the pool's usual 30 s; closing it gives it
   * back.
   */
  Connection connection() throws SQLException {
    return pool.getConnection();
  }

  /** Connections lent out now. */
  int connectionsInUse() {
    return pool.getHikariPoolMXBean().getActiveConnections();
  }

  @Override
  public void close() {
    try (pool;
        Connection connection = pool.getConnection();
        var statement = connection.createStatement()) {
      statement.execute("SHUTDOWN");
    } catch (SQLException e) {
      System.getLogger(LibraryDatabase.class.getName())
          .log(System.Logger.Level.DEBUG, "while shutting the database down", e);
    }
  }

  private static HikariConfig pool(LibraryOptions options) {
    var source = new JdbcDataSource();
    // Kept until SHUTDOWN even if the pool replaces a connection; statements stay prepared per
    // connection, and no hook of H2's own races with an orderly stop.
    source.setURL(
        "jdbc:h2:mem:library-%d;DB_CLOSE_DELAY=-1;DB_CLOSE_ON_EXIT=FALSE;QUERY_CACHE_SIZE=32"
            .formatted(OPENED.incrementAndGet()));
    source.setUser("sa");
    var config = new HikariConfig();
    config.setDataSource(source);
    config.setPoolName("library");
    config.setMaximumPoolSize(options.connections());
    config.setMaxLifetime(0); // nothing between us and an embedded database drops connections
    return config;
  }
}
