package io.sluice.websocket;

import io.sluice.exchange.Reason;
import java.nio.charset.StandardCharsets;

/** A close frame of our own (RFC 6455 §5.5.1, §7.4.1): why the gateway ends a WebSocket. */
public final class CloseFrame {
  private static final int FIN_CLOSE = 0x88;
  private static final int MASKED = 0x80;
  private static final int GOING_AWAY = 1001;
  private static final int PROTOCOL_ERROR = 1002;
  private static final int TOO_BIG = 1009;

  private CloseFrame() {}

  /** The status code that says this to the one who is at fault, or to all if nobody is. */
  public static int code(Reason reason) {
    return switch (reason) {
      case BODY_TOO_LARGE -> TOO_BIG;
      case BAD_REQUEST, UPSTREAM_INVALID -> PROTOCOL_ERROR;
      default -> GOING_AWAY;
    };
  }

  /**
   * The frame.
   *
   * @param masked whether it goes to a backend, to which we are the client
   * @param mask the draw to mask it with
   */
  public static byte[] of(int code, Reason reason, boolean masked, int mask) {
    byte[] why = reason.code().getBytes(StandardCharsets.US_ASCII);
    int head = masked ? 6 : 2;
    var frame = new byte[head + 2 + why.length];
    frame[0] = (byte) FIN_CLOSE;
    frame[1] = (byte) (2 + why.length);
    frame[head] = (byte) (code >> 8);
    frame[head + 1] = (byte) code;
    System.arraycopy(why, 0, frame, head + 2, why.length);
    if (masked) {
      frame[1] |= (byte) MASKED;
      for (int i = 0; i < 4; i++) {
        frame[2 + i] = (byte) (mask >> (8 * (3 - i)));
      }
      for (int i = head; i < frame.length; i++) {
        frame[i] ^= frame[2 + (i - head) % 4];
      }
    }
    return frame;
  }
}
