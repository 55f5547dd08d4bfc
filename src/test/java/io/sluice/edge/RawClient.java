package io.sluice.edge;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An HTTP/1.1 client that sends exactly the bytes it is told and shows exactly what came back. */
final class RawClient implements AutoCloseable {
  /**
   * An answer as it was on the wire.
   *
   * @param status 0 if the connection closed before any
   * @param headers by lower-case name
   * @param body decoded
   * @param complete whether the body ended as its framing promised
   */
  record Answer(int status, Map<String, String> headers, String body, boolean complete) {
    String header(String name) {
      return headers.getOrDefault(name, "");
    }
  }

  private static final int PATIENCE_MILLIS = 20_000;

  private final Socket socket;
  private final InputStream in;

  RawClient(int port) throws IOException {
    this(new Socket(InetAddress.getLoopbackAddress(), port));
  }

  RawClient(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.setTcpNoDelay(true);
    in = new BufferedInputStream(socket.getInputStream());
  }

  static Answer get(int port, String path, String... headers) throws IOException {
    try (var client = new RawClient(port)) {
      return client.send("GET", path, "", headers).answer();
    }
  }

  RawClient send(String method, String path, String body, String... headers) throws IOException {
    var request = new StringBuilder(method + " " + path + " HTTP/1.1\r\nHost: test\r\n");
    for (String header : headers) {
      request.append(header).append("\r\n");
    }
    if (!body.isEmpty()) {
      request.append("Content-Length: ").append(body.length()).append("\r\n");
    }
    return write(request + "\r\n" + body);
  }

  RawClient write(String bytes) throws IOException {
    socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
    socket.getOutputStream().flush();
    return this;
  }

  /** Reads one answer to a request that may have a body in its answer. */
  Answer answer() throws IOException {
    return answer(false);
  }

  /**
   * Reads one answer.
   *
   * @param toHead it answers HEAD and so has no body
   */
  Answer answer(boolean toHead) throws IOException {
    String statusLine = line();
    if (statusLine == null) {
      return new Answer(0, Map.of(), "", false);
    }
    int status = Integer.parseInt(statusLine.split(" ", 3)[1]);
    var headers = new LinkedHashMap<String, String>();
    for (String line = line(); line != null && !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      headers.merge(
          line.substring(0, colon).toLowerCase(Locale.ROOT),
          line.substring(colon + 1).trim(),
          (one, other) -> one + ", " + other);
    }
    if (toHead || status == 204 || status == 304 || status < 200) {
      return new Answer(status, headers, "", true);
    }
    if (headers.getOrDefault("transfer-encoding", "").equals("chunked")) {
      return chunked(status, headers);
    }
    if (headers.containsKey("content-length")) {
      int length = Integer.parseInt(headers.get("content-length"));
      byte[] body = in.readNBytes(length);
      return new Answer(status, headers, text(body), body.length == length);
    }
    return new Answer(status, headers, text(in.readAllBytes()), true);
  }

  private Answer chunked(int status, Map<String, String> headers) throws IOException {
    var body = new ByteArrayOutputStream();
    while (true) {
      String size = line();
      if (size == null) {
        return new Answer(status, headers, text(body.toByteArray()), false);
      }
      int length = Integer.parseInt(size.trim(), 16);
      byte[] chunk = in.readNBytes(length);
      body.write(chunk);
      line();
      if (length == 0) {
        return new Answer(status, headers, text(body.toByteArray()), true);
      }
      if (chunk.length < length) {
        return new Answer(status, headers, text(body.toByteArray()), false);
      }
    }
  }

  /** Reads past the last chunk's line, and then to the next empty line. */
  String restOf(String lastChunk) throws IOException {
    var read = new StringBuilder();
    int from = -1;
    while (from < 0 || !(read.indexOf("\r\n\r\n", from - 2) >= 0)) {
      int b = in.read();
      if (b < 0) {
        throw new IOException("closed after " + read);
      }
      read.append((char) b);
      if (from < 0 && read.toString().endsWith("\r\n" + lastChunk)) {
        from = read.length();
      }
    }
    return read.substring(from);
  }

  /** Whether the server has closed the connection and nothing more comes. */
  boolean isClosedByServer() throws IOException {
    try {
      return in.read() < 0;
    } catch (java.net.SocketException reset) {
      return true;
    }
  }

  /** Goes without a word, within whatever is under way. */
  void leave() throws IOException {
    socket.close();
  }

  /** Exactly so many bytes, or fewer at the end of the stream. */
  byte[] read(int bytes) throws IOException {
    return in.readNBytes(bytes);
  }

  /** The next line without its end; null at the end of the stream. */
  @Nullable String line() throws IOException {
    var line = new ByteArrayOutputStream();
    int b;
    try {
      b = in.read();
    } catch (java.net.SocketException reset) {
      return null;
    }
    if (b < 0) {
      return null;
    }
    while (b >= 0 && b != '\n') {
      if (b != '\r') {
        line.write(b);
      }
      b = in.read();
    }
    return text(line.toByteArray());
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
