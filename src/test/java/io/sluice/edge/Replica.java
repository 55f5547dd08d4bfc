package io.sluice.edge;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** One of several instances of a backend, whose health and manners a test changes. */
final class Replica implements AutoCloseable {
  /** What becomes of a request. */
  enum Manner {
    ANSWERS,
    /** Answers after 5 ms, as if it had worked. */
    WORKS,
    /** Answers 500 at once. */
    FAILS,
    /** Reads the head and closes. */
    CLOSES,
    /** Reads the head, and nothing more is heard of it. */
    STALLS
  }

  static final String HEALTH = "/healthz";

  private static final long WORK_NANOS = 5_000_000;

  private final RawServer server;
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicInteger checks = new AtomicInteger();
  private volatile Manner manner = Manner.ANSWERS;
  private volatile int health = 200;

  Replica() throws IOException {
    server = new RawServer(this::serve);
  }

  private void serve(RawServer.Connection connection) throws IOException {
    for (String head = connection.readHead(); !head.isEmpty(); head = connection.readHead()) {
      if (head.startsWith("GET " + HEALTH + " ")) {
        checks.incrementAndGet();
        answer(connection, health);
        continue;
      }
      requests.incrementAndGet();
      switch (manner) {
        case ANSWERS -> answer(connection, 200);
        case WORKS -> {
          LockSupport.parkNanos(WORK_NANOS);
          answer(connection, 200);
        }
        case FAILS -> answer(connection, 500);
        case CLOSES -> {
          connection.close();
          return;
        }
        case STALLS -> {
          connection.awaitClose();
          return;
        }
      }
    }
  }

  private static void answer(RawServer.Connection connection, int status) throws IOException {
    connection.write("HTTP/1.1 " + status + " Said\r\nContent-Length: 2\r\n\r\nok");
  }

  Replica that(Manner does) {
    manner = does;
    return this;
  }

  void health(int status) {
    health = status;
  }

  /** Requests it has seen, health checks left out. */
  int requests() {
    return requests.get();
  }

  int checks() {
    return checks.get();
  }

  String url() {
    return server.url();
  }

  /** Its address, as the operator sees it. */
  String address() {
    return "127.0.0.1:" + server.port();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
