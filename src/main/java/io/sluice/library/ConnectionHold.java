package io.sluice.library;

import io.sluice.time.NanoClock;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.locks.LockSupport;

/**
 * One call's use of one database connection: the SQL work, then idling with the connection still
 * held, until the service time is over. So the number of connections, and nothing else, bounds
 * throughput at connections / service time.
 */
final class ConnectionHold {
  /** Work on a connection that commits what it means to keep. */
  @FunctionalInterface
  interface Work<T> {
    T on(Connection connection) throws SQLException, InterruptedException;
  }

  private final LibraryDatabase database;
  private final NanoClock clock;

  ConnectionHold(LibraryDatabase database, NanoClock clock) {
    this.database = database;
    this.clock = clock;
  }

  /**
   * Does the work and returns its result when {@code serviceNanos} have passed since the connection
   * was taken, or when the work is done if that is later.
   *
   * @throws InterruptedException when interrupted before the end; the connection is back in the
   *     pool, what the work committed stays committed. An interrupt in the rare moment in which H2
   *     waits for another's row is swallowed by H2: the work then fails or goes on to its end
   */
  <T> T hold(long serviceNanos, Work<T> work) throws SQLException, InterruptedException {
    try (Connection connection = database.connection()) {
      long freeAtNanos = clock.nanoTime() + serviceNanos;
      T result = work.on(connection);
      parkUntil(freeAtNanos);
      return result;
    } catch (SQLException e) {
      if (Thread.interrupted() || e.getCause() instanceof InterruptedException) {
        var interrupted = new InterruptedException("during database work");
        interrupted.initCause(e);
        throw interrupted;
      }
      throw e;
    }
  }

  private void parkUntil(long freeAtNanos) throws InterruptedException {
    for (long leftNanos; (leftNanos = freeAtNanos - clock.nanoTime()) > 0; ) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      LockSupport.parkNanos(this, leftNanos);
    }
  }
}
