package io.sluice.edge;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A backend scripted byte by byte: each connection is handed to the script on a thread of its own.
 */
final class RawServer implements AutoCloseable {
  /** What one connection does. */
  interface Script {
    void run(Connection connection) throws IOException, InterruptedException;
  }

  /** One accepted connection. */
  static final class Connection {
    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    Connection(Socket socket) throws IOException {
      this.socket = socket;
      this.in = new BufferedInputStream(socket.getInputStream());
      this.out = socket.getOutputStream();
    }

    /** Reads a request head, through its empty line; empty at the end of the stream. */
    String readHead() throws IOException {
      var head = new ByteArrayOutputStream();
      int matched = 0;
      while (matched < 4) {
        int b = in.read();
        if (b < 0) {
          return "";
        }
        head.write(b);
        matched = b == "\r\n\r\n".charAt(matched) ? matched + 1 : b == '\r' ? 1 : 0;
      }
      return head.toString(StandardCharsets.ISO_8859_1);
    }

    byte[] read(int bytes) throws IOException {
      return in.readNBytes(bytes);
    }

    /** Blocks until the other side closes; whether it did so in order. */
    boolean awaitClose() {
      try {
        while (in.read() >= 0) {
          // whatever still comes is not part of the script
        }
        return true;
      } catch (IOException reset) {
        return false;
      }
    }

    void write(String text) throws IOException {
      out.write(text.getBytes(StandardCharsets.ISO_8859_1));
      out.flush();
    }

    void close() throws IOException {
      socket.close();
    }
  }

  private final ServerSocket server;
  private final List<Connection> open = new CopyOnWriteArrayList<>();
  private final AtomicInteger accepted = new AtomicInteger();
  private final Thread acceptor;

  RawServer(Script script) throws IOException {
    server = new ServerSocket(0, 1024, InetAddress.getLoopbackAddress());
    acceptor = Thread.ofVirtual().start(() -> accept(script));
  }

  private void accept(Script script) {
    while (!server.isClosed()) {
      try {
        var connection = new Connection(server.accept());
        open.add(connection);
        accepted.incrementAndGet();
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    script.run(connection);
                  } catch (IOException | InterruptedException ended) {
                    // the other side closed, or the test is over
                  }
                });
      } catch (IOException closed) {
        return;
      }
    }
  }

  int port() {
    return server.getLocalPort();
  }

  String url() {
    return "http://127.0.0.1:" + port();
  }

  int accepted() {
    return accepted.get();
  }

  @Override
  public void close() throws IOException {
    server.close();
    awaitAcceptor();
    for (Connection connection : open) {
      connection.close();
    }
  }

  /** Until it has ended, what listens may still be there, and take one more connection. */
  private void awaitAcceptor() {
    try {
      acceptor.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
