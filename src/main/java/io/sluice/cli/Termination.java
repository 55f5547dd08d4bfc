package io.sluice.cli;

import java.util.concurrent.CountDownLatch;

/**
 * Lets a command run until SIGTERM or SIGINT, stop in its own time, and leave with its own exit
 * status; left to itself the JVM would end with 143 or 130 whatever the command returned.
 */
final class Termination implements AutoCloseable {
  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch stopped = new CountDownLatch(1);
  private volatile int exitCode;
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

  /** The status to leave with; 0 if never told. */
  void exitCode(int code) {
    exitCode = code;
  }

  @Override
  public void close() {
    stopped.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException shuttingDown) {
      // The hook is running: it was waiting for us, and ends the process.
    }
  }

  private void onShutdown() {
    asked.countDown();
    try {
      // As long as it takes: how long that may be is the command's own business.
      stopped.await();
      System.out.flush();
      System.err.flush();
      Runtime.getRuntime().halt(exitCode);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
