package io.sluice.websocket;

import org.jspecify.annotations.Nullable;

/**
 * Follows the frames that go one way over a WebSocket (RFC 6455 §5.2), keeping nothing of them: it
 * tells where each ends, and what is wrong with one as soon as its head is read. What extensions do
 * with a frame is between the two ends. Not thread-safe.
 */
public final class FrameScan {
  /** What is wrong. */
  public enum Fault {
    /** Not a frame, or not one that may come here. */
    PROTOCOL,
    /** A frame, or a message of several, beyond the bound. */
    TOO_LARGE
  }

  /** Where bytes are. */
  public interface Bytes {
    byte at(int index);
  }

  private static final int CONTINUATION = 0;
  private static final int CLOSE = 8;
  private static final int PONG = 10;
  private static final int MOST_OF_CONTROL = 125;
  private static final int SHORT_LENGTH = 126;
  private static final int LONGEST_HEAD = 14;

  private final boolean masked;
  private final long maxFrameBytes;
  private final long maxMessageBytes;

  private final byte[] head = new byte[LONGEST_HEAD];
  private int headBytes;
  private long payloadLeft;
  private boolean withinMessage;
  private boolean closing;
  private boolean closed;
  private long messageBytes;
  private @Nullable Fault fault;

  /**
   * @param masked whether its frames have to be: those of a client, and no others
   */
  public FrameScan(boolean masked, long maxFrameBytes, long maxMessageBytes) {
    this.masked = masked;
    this.maxFrameBytes = maxFrameBytes;
    this.maxMessageBytes = maxMessageBytes;
  }

  /**
   * Reads on, until the bytes or the stream of frames end, or something is wrong.
   *
   * @param toFrameEnd stop where the frame under way ends
   * @return how many of the bytes may go on; the head of a faulty frame, as far as it is in these
   *     bytes, may not
   */
  public int read(Bytes bytes, int length, boolean toFrameEnd) {
    int at = 0;
    int frameStart = 0;
    boolean beganEarlier = headBytes > 0;
    while (at < length && !closed && fault == null) {
      if (payloadLeft > 0) {
        int taken = (int) Math.min(payloadLeft, length - at);
        payloadLeft -= taken;
        at += taken;
      } else {
        if (headBytes == 0) {
          if (toFrameEnd) {
            return at;
          }
          frameStart = at;
          beganEarlier = false;
        }
        head[headBytes++] = bytes.at(at++);
        if (headBytes < 2 || headBytes < headLength()) {
          continue;
        }
        fault = judged();
      }
      if (fault == null && payloadLeft == 0) {
        frameEnds();
      }
    }
    if (fault == null) {
      return at;
    }
    if (!beganEarlier) {
      headBytes = 0; // nothing of the faulty one goes on
    }
    return frameStart;
  }

  private int headLength() {
    int length = head[1] & 0x7f;
    int extended = length == SHORT_LENGTH ? 2 : length > SHORT_LENGTH ? 8 : 0;
    return 2 + extended + ((head[1] & 0x80) != 0 ? 4 : 0);
  }

  private @Nullable Fault judged() {
    boolean last = (head[0] & 0x80) != 0;
    int opcode = head[0] & 0x0f;
    long length = payloadLength();
    boolean minimal = length >= 0;
    if (!minimal || ((head[1] & 0x80) != 0) != masked) {
      return Fault.PROTOCOL;
    }
    payloadLeft = length;
    if (opcode >= CLOSE) {
      closing = opcode == CLOSE;
      return last && length <= MOST_OF_CONTROL && opcode <= PONG ? null : Fault.PROTOCOL;
    }
    if (opcode > 2 || (opcode == CONTINUATION) != withinMessage) {
      return Fault.PROTOCOL;
    }
    withinMessage = !last;
    messageBytes = opcode == CONTINUATION ? messageBytes + length : length;
    return length > maxFrameBytes || messageBytes > maxMessageBytes ? Fault.TOO_LARGE : null;
  }

  /** -1 for one that is not written as short as it can be, or has no end. */
  private long payloadLength() {
    int length = head[1] & 0x7f;
    if (length < SHORT_LENGTH) {
      return length;
    }
    int digits = length == SHORT_LENGTH ? 2 : 8;
    long value = 0;
    for (int i = 2; i < 2 + digits; i++) {
      value = value << 8 | (head[i] & 0xff);
    }
    return value >= (digits == 2 ? SHORT_LENGTH : 1 << 16) ? value : -1;
  }

  private void frameEnds() {
    headBytes = 0;
    closed = closing;
  }

  /** Whether what has gone on so far ends where a frame does. */
  public boolean isBetweenFrames() {
    return headBytes == 0;
  }

  /** Whether a close frame has gone through; nothing may follow it. */
  public boolean isClosed() {
    return closed;
  }

  /** What is wrong; null so far. */
  public @Nullable Fault fault() {
    return fault;
  }
}
