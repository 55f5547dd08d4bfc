package io.sluice.library;

import io.sluice.spi.Answer;
import io.sluice.spi.BlockingBackend;
import io.sluice.spi.Call;
import io.sluice.time.NanoClock;
import io.sluice.time.Randomness;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The library inside the gateway's process, on the gateway's own bounded workers. An abandoned call
 * is interrupted and leaves its connection at once; a loan that was committed by then stays.
 */
public final class LibraryBackend implements BlockingBackend {
  private final LibraryOptions options;
  private final Knobs knobs;
  private final Stats stats = new Stats();
  private @Nullable LibraryDatabase database;
  private @Nullable LibraryService service;

  /** With the default options, for {@link java.util.ServiceLoader}. */
  public LibraryBackend() {
    this(LibraryOptions.defaults());
  }

  public LibraryBackend(LibraryOptions options) {
    this.options = options;
    this.knobs = new Knobs(Behaviour.of(options.serviceTime(), options.failureRate()));
  }

  @Override
  public String name() {
    return "library";
  }

  /** Opens the database; blocks for some hundred milliseconds. */
  @Override
  public void start() throws SQLException {
    database = LibraryDatabase.open(options);
    service =
        new LibraryService(
            database, options.loansKept(), knobs, stats, NanoClock.SYSTEM, Randomness.generator());
  }

  @Override
  public Answer handle(Call call) throws SQLException, InterruptedException {
    if (call.path().equals("/health")) {
      return Answers.UP;
    }
    LibraryService started = service;
    if (started == null) {
      throw new IllegalStateException("not started");
    }
    return started.handle(call);
  }

  /** What can be turned while it runs; shared with whoever asks. */
  public Knobs knobs() {
    return knobs;
  }

  /** What has become of its calls; counts on while it runs. */
  public Stats stats() {
    return stats;
  }

  /** Connections lent out now: 0 when no call is at work. */
  int connectionsInUse() {
    return database == null ? 0 : database.connectionsInUse();
  }

  @Override
  public void close() {
    if (database != null) {
      database.close();
    }
  }
}
