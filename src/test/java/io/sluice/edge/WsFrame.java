package io.sluice.edge;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * One WebSocket frame as it is on the wire, read and written by hand.
 *
 * @param first its first byte: the final bit, reserved bits, opcode
 * @param masked whether it was
 * @param payload unmasked
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record WsFrame(int first, boolean masked, byte[] payload) {
  static final int TEXT = 0x81;
  static final int BINARY = 0x82;
  static final int CLOSE = 0x88;
  static final int PING = 0x89;
  static final int PONG = 0x8a;

  private static final byte[] MASK = {1, 2, 3, 4};

  /** Where frames come from. */
  interface Source {
    byte[] read(int bytes) throws IOException;
  }

  static String client(int first, String payload) {
    return write(first, payload.getBytes(StandardCharsets.ISO_8859_1), true);
  }

  static String server(int first, String payload) {
    return write(first, payload.getBytes(StandardCharsets.ISO_8859_1), false);
  }

  /** A close frame's payload. */
  static String closing(int code, String reason) {
    return "" + (char) (code >> 8) + (char) (code & 0xff) + reason;
  }

  static String write(int first, byte[] payload, boolean masked) {
    var out = new ByteArrayOutputStream();
    out.write(first);
    int mask = masked ? 0x80 : 0;
    if (payload.length < 126) {
      out.write(mask | payload.length);
    } else {
      out.write(mask | (payload.length < 65_536 ? 126 : 127));
      for (int shift = payload.length < 65_536 ? 8 : 56; shift >= 0; shift -= 8) {
        out.write(shift > 24 ? 0 : payload.length >> shift);
      }
    }
    byte[] body = payload.clone();
    if (masked) {
      out.writeBytes(MASK);
      for (int i = 0; i < body.length; i++) {
        body[i] ^= MASK[i % 4];
      }
    }
    out.writeBytes(body);
    return out.toString(StandardCharsets.ISO_8859_1);
  }

  /** What is done with frames; whether it wants more. */
  interface Taker {
    boolean take(WsFrame frame) throws IOException;
  }

  /** Takes frame after frame, until it has enough or the stream ends. */
  static void all(Source source, Taker taker) throws IOException {
    for (byte[] head = source.read(2); head.length == 2; head = source.read(2)) {
      if (!taker.take(read(head, source))) {
        return;
      }
    }
  }

  /** The next one, which has to be there. */
  static WsFrame read(Source source) throws IOException {
    byte[] head = source.read(2);
    if (head.length < 2) {
      throw new EOFException("no frame");
    }
    return read(head, source);
  }

  private static WsFrame read(byte[] head, Source source) throws IOException {
    boolean masked = (head[1] & 0x80) != 0;
    long length = head[1] & 0x7f;
    if (length > 125) {
      byte[] extended = source.read(length == 126 ? 2 : 8);
      length = 0;
      for (byte digit : extended) {
        length = length << 8 | (digit & 0xff);
      }
    }
    byte[] mask = masked ? source.read(4) : new byte[4];
    byte[] payload = source.read((int) length);
    for (int i = 0; i < payload.length; i++) {
      payload[i] ^= mask[i % 4];
    }
    return new WsFrame(head[0] & 0xff, masked, payload);
  }

  String text() {
    return new String(payload, StandardCharsets.ISO_8859_1);
  }

  /** The code of a close frame. */
  int code() {
    return (payload[0] & 0xff) << 8 | (payload[1] & 0xff);
  }

  String reason() {
    return text().substring(2);
  }
}
