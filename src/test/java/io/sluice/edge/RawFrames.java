package io.sluice.edge;

import static java.util.Objects.requireNonNull;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.DefaultHttp2HeadersEncoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An HTTP/2 client that sends exactly the frames it is told, and checks nothing of them. */
final class RawFrames implements AutoCloseable {
  static final int DATA = 0;
  static final int HEADERS = 1;
  static final int RESET = 3;
  static final int SETTINGS = 4;
  static final int PING = 6;
  static final int GOAWAY = 7;

  private static final int END_STREAM = 1;
  private static final int ACK = 1;
  private static final int END_HEADERS = 4;
  private static final int PRIORITY = 0x20;
  private static final int PATIENCE_MILLIS = 20_000;

  /**
   * A frame as it came.
   *
   * @param fields of a head, read in the order of the connection, as its compression demands
   */
  record Frame(int type, int flags, int stream, byte[] payload, Map<String, String> fields) {
    boolean isLast() {
      return type <= HEADERS && (flags & END_STREAM) != 0;
    }

    String text() {
      return new String(payload, StandardCharsets.ISO_8859_1);
    }

    int number(int at) {
      return Unpooled.wrappedBuffer(payload).getInt(at);
    }
  }

  /**
   * An answer to one request.
   *
   * @param status 0 if there was none
   * @param interim statuses that came before
   * @param reset the code of the frame that ended it; -1 if it ended by itself
   */
  record Answer(
      int status,
      List<Integer> interim,
      Map<String, String> headers,
      String body,
      Map<String, String> trailers,
      long reset) {
    String header(String name) {
      return headers.getOrDefault(name, "");
    }
  }

  private final Socket socket;
  private final DataInputStream in;
  private final OutputStream out;
  private final DefaultHttp2HeadersEncoder encoder = new DefaultHttp2HeadersEncoder();
  private final DefaultHttp2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder(false);
  private final List<Frame> unread = new ArrayList<>();
  private int lastStream = -1;

  RawFrames(int port) throws IOException {
    this(new Socket(InetAddress.getLoopbackAddress(), port));
  }

  RawFrames(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.setTcpNoDelay(true);
    in = new DataInputStream(socket.getInputStream());
    out = socket.getOutputStream();
    out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    frame(SETTINGS, 0, 0, new byte[0]);
  }

  static Answer get(int port, String path, String... fields) throws IOException {
    try (var client = new RawFrames(port)) {
      return client.answer(client.request("GET", path, true, fields));
    }
  }

  /** Sends the head of an ordinary request and tells its stream. */
  int request(String method, String path, boolean end, String... fields) throws IOException {
    var all = new ArrayList<String>();
    all.addAll(
        List.of(
            ":method: " + method, ":scheme: http", ":path: " + path, ":authority: test.example"));
    all.addAll(List.of(fields));
    return head(end, all.toArray(String[]::new));
  }

  /** Sends a head of exactly these fields, each {@code name: value}, and tells its stream. */
  int head(boolean end, String... fields) throws IOException {
    lastStream += 2;
    headers(lastStream, end, fields);
    return lastStream;
  }

  void headers(int stream, boolean end, String... fields) throws IOException {
    Http2Headers headers = new DefaultHttp2Headers(false);
    for (String field : fields) {
      int colon = field.indexOf(':', 1);
      headers.add(field.substring(0, colon), field.substring(colon + 2));
    }
    ByteBuf block = Unpooled.buffer();
    try {
      encoder.encodeHeaders(stream, headers, block);
    } catch (Http2Exception e) {
      throw new IOException(e);
    }
    var bytes = new byte[block.readableBytes()];
    block.readBytes(bytes);
    frame(HEADERS, END_HEADERS | (end ? END_STREAM : 0), stream, bytes);
  }

  void data(int stream, String text, boolean end) throws IOException {
    frame(DATA, end ? END_STREAM : 0, stream, text.getBytes(StandardCharsets.ISO_8859_1));
  }

  void reset(int stream, int code) throws IOException {
    frame(RESET, 0, stream, new byte[] {0, 0, 0, (byte) code});
  }

  void frame(int type, int flags, int stream, byte[] payload) throws IOException {
    ByteBuf frame = Unpooled.buffer();
    frame.writeMedium(payload.length).writeByte(type).writeByte(flags).writeInt(stream);
    frame.writeBytes(payload);
    frame.readBytes(out, frame.readableBytes());
    out.flush();
  }

  /** Reads up to the end of the answer on a stream; frames of others are kept for theirs. */
  Answer answer(int stream) throws IOException {
    var interim = new ArrayList<Integer>();
    Map<String, String> head = null;
    Map<String, String> trailers = Map.of();
    int status = 0;
    var body = new ByteArrayOutputStream();
    while (true) {
      Frame frame = next(stream);
      if (frame == null || frame.type() == RESET) {
        long reset = frame == null ? -2 : frame.number(0);
        return new Answer(status, interim, orEmpty(head), text(body), trailers, reset);
      }
      if (frame.type() == DATA) {
        body.write(frame.payload());
      } else if (frame.type() == HEADERS) {
        Map<String, String> fields = frame.fields();
        String given = fields.get(":status");
        if (given == null) {
          trailers = fields;
        } else if (given.startsWith("1")) {
          interim.add(Integer.valueOf(given));
        } else {
          status = Integer.parseInt(given);
          head = fields;
        }
      }
      if (frame.type() <= HEADERS && (frame.flags() & END_STREAM) != 0) {
        return new Answer(status, interim, orEmpty(head), text(body), trailers, -1);
      }
    }
  }

  private static Map<String, String> orEmpty(@Nullable Map<String, String> head) {
    return head == null ? Map.of() : head;
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.ISO_8859_1);
  }

  private Map<String, String> fields(int flags, int stream, byte[] payload) throws IOException {
    var fields = new LinkedHashMap<String, String>();
    ByteBuf block = Unpooled.wrappedBuffer(payload);
    if ((flags & PRIORITY) != 0) {
      block.skipBytes(5);
    }
    try {
      decoder
          .decodeHeaders(stream, block)
          .forEach(
              field ->
                  fields.merge(
                      field.getKey().toString(),
                      field.getValue().toString(),
                      (a, b) -> a + "|" + b));
    } catch (Http2Exception e) {
      throw new IOException(e);
    }
    return fields;
  }

  /** The next frame of a stream; null if the connection is closed. */
  @Nullable Frame next(int stream) throws IOException {
    for (int i = 0; i < unread.size(); i++) {
      if (unread.get(i).stream() == stream) {
        return unread.remove(i);
      }
    }
    while (true) {
      Frame frame = read();
      if (frame == null || frame.stream() == stream) {
        return frame;
      }
      unread.add(frame);
    }
  }

  /** Reads up to a frame of the connection itself, past those of streams, which are kept. */
  Frame await(int type) throws IOException {
    for (Frame frame : unread) {
      if (frame.type() == type) {
        return frame;
      }
    }
    while (true) {
      Frame frame = requireNonNull(read(), "closed before a frame of type " + type);
      if (frame.type() == type) {
        return frame;
      }
      unread.add(frame);
    }
  }

  private @Nullable Frame read() throws IOException {
    try {
      int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
      int type = in.readUnsignedByte();
      int flags = in.readUnsignedByte();
      int stream = in.readInt();
      var payload = new byte[length];
      in.readFully(payload);
      if (type == SETTINGS && (flags & ACK) == 0) {
        frame(SETTINGS, ACK, 0, new byte[0]);
      }
      Map<String, String> fields = type == HEADERS ? fields(flags, stream, payload) : Map.of();
      return new Frame(type, flags, stream, payload, fields);
    } catch (EOFException | SocketException closed) {
      return null;
    }
  }

  /** Reads to the end; whether the server closes the connection. */
  boolean isClosedByServer() throws IOException {
    while (read() != null) {
      // whatever still comes
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
