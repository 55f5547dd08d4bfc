package io.sluice.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a command run until SIGTERM or SIGINT, stop in its own time, and leave with its own exit
 * status; left to itself the JVM would end with 143 or 130 whatever the command returned.
 */
final class Termination implements AutoCloseable {
  private static final long STOP_SECONDS = 30;

  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final Thread hook = new Thread(this::onShutdown, "termination");

  private Termination() {}

  /** From now on a signal is waited for; close this when the command has stopped. */
  static Termination watch() {
    var termination = new Termination();
    Runtime.getRuntime().addShutdownHook(termination.hook);
    return termination;
  }

  /** Returns when a signal has come. */
  void await() throws InterruptedException {
    asked.await();
  }

  @Override
  public void close() {
    stopped.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException shuttingDown) {
      // The hook is running: it was waiting for us, and ends the process with status 0.
    }
  }

  private void onShutdown() {
    asked.countDown();
    try {
      if (stopped.await(STOP_SECONDS, TimeUnit.SECONDS)) {
        System.out.flush();
        System.err.flush();
        Runtime.getRuntime().halt(0);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
