package io.sluice.edge;

import org.jspecify.annotations.Nullable;

/**
 * A strict reader of the bytes of request heads (RFC 9112 §2–5): it keeps nothing of them, and only
 * tells where a head ends or what is wrong with it. The decoder behind it is lenient where the RFC
 * lets it be; what two readers could take differently ends here. Not thread-safe.
 */
final class HeadScan {
  private static final String VERSION = "HTTP/1.";

  private enum State {
    START,
    START_LF,
    METHOD,
    TARGET_START,
    TARGET,
    VERSION,
    LINE_LF,
    FIELD_START,
    NAME,
    VALUE,
    END_LF,
    DONE
  }

  private static final byte TOKEN = 1;
  private static final byte VALUE = 2;
  private static final byte VISIBLE = 4;
  private static final byte[] CLASSES = classes();

  private State state = State.START;
  private @Nullable Flaw flaw;
  private int emptyLines;
  private int versionAt;
  private boolean foreignVersion;

  private static byte[] classes() {
    var classes = new byte[256];
    for (int c = 0; c < 256; c++) {
      boolean letterOrDigit =
          (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
      boolean token = letterOrDigit || (c < 128 && "!#$%&'*+-.^_`|~".indexOf(c) >= 0);
      boolean visible = c > ' ' && c < 127;
      boolean value = visible || c == ' ' || c == '\t' || c > 127;
      classes[c] = (byte) ((token ? TOKEN : 0) | (value ? VALUE : 0) | (visible ? VISIBLE : 0));
    }
    return classes;
  }

  /**
   * Reads on.
   *
   * @return how many of the bytes belong to this head; all, unless it ended or has a flaw
   */
  int read(byte[] bytes, int length) {
    int at = 0;
    while (at < length && state != State.DONE) {
      byte b = bytes[at];
      if ((state == State.VALUE && is(b, VALUE)) || (state == State.NAME && is(b, TOKEN))) {
        at++; // most of every head
        continue;
      }
      Flaw found = step(b);
      if (found != null) {
        flaw = found;
        return at;
      }
      at++;
    }
    return at;
  }

  private @Nullable Flaw step(byte b) {
    return switch (state) {
      case START -> start(b);
      case START_LF -> lineFeed(b, State.START);
      case METHOD -> method(b);
      case TARGET_START -> is(b, VISIBLE) ? to(State.TARGET) : Flaw.REQUEST_LINE;
      case TARGET -> target(b);
      case VERSION -> version(b);
      case LINE_LF -> endOfLine(b);
      case FIELD_START -> fieldStart(b);
      case NAME -> name(b);
      case VALUE -> value(b);
      case END_LF -> lineFeed(b, State.DONE);
      case DONE -> null;
    };
  }

  private @Nullable Flaw start(byte b) {
    if (b == '\r') {
      // RFC 9112 §2.2: one is forgiven
      return emptyLines++ == 0 ? to(State.START_LF) : Flaw.EMPTY_LINES;
    }
    if (b == '\n') {
      return Flaw.LINE_END;
    }
    return is(b, TOKEN) ? to(State.METHOD) : Flaw.REQUEST_LINE;
  }

  private @Nullable Flaw method(byte b) {
    if (b == ' ') {
      return to(State.TARGET_START);
    }
    return is(b, TOKEN) ? null : Flaw.REQUEST_LINE;
  }

  private @Nullable Flaw target(byte b) {
    if (b == ' ') {
      versionAt = 0;
      return to(State.VERSION);
    }
    return is(b, VISIBLE) ? null : Flaw.REQUEST_LINE;
  }

  private @Nullable Flaw version(byte b) {
    boolean digit = b >= '0' && b <= '9';
    int at = versionAt++;
    if (at == VERSION.length() + 1) {
      return b == '\r' ? to(State.LINE_LF) : b == '\n' ? Flaw.LINE_END : Flaw.REQUEST_LINE;
    }
    if (at == VERSION.length()) {
      foreignVersion |= b != '0' && b != '1';
      return digit ? null : Flaw.REQUEST_LINE;
    }
    if (at == VERSION.indexOf('1') && digit) {
      foreignVersion = b != '1';
      return null;
    }
    return b == VERSION.charAt(at) ? null : Flaw.REQUEST_LINE;
  }

  private @Nullable Flaw endOfLine(byte b) {
    return foreignVersion ? Flaw.VERSION : lineFeed(b, State.FIELD_START);
  }

  private @Nullable Flaw fieldStart(byte b) {
    return switch (b) {
      case '\r' -> to(State.END_LF);
      case '\n' -> Flaw.LINE_END;
      case ' ', '\t' -> Flaw.FOLDED_LINE;
      default -> is(b, TOKEN) ? to(State.NAME) : Flaw.FIELD_NAME;
    };
  }

  private @Nullable Flaw name(byte b) {
    return switch (b) {
      case ':' -> to(State.VALUE);
      case ' ', '\t' -> Flaw.SPACE_BEFORE_COLON;
      default -> Flaw.FIELD_NAME;
    };
  }

  private @Nullable Flaw value(byte b) {
    return switch (b) {
      case '\r' -> to(State.LINE_LF);
      case '\n' -> Flaw.LINE_END;
      default -> Flaw.FIELD_VALUE;
    };
  }

  private @Nullable Flaw lineFeed(byte b, State next) {
    return b == '\n' ? to(next) : Flaw.LINE_END;
  }

  private @Nullable Flaw to(State next) {
    state = next;
    return null;
  }

  private static boolean is(byte b, byte wanted) {
    return (CLASSES[b & 0xff] & wanted) != 0;
  }

  /** Whether a character may stand in a method or a field's name. */
  static boolean isToken(char c) {
    return c < 256 && is((byte) c, TOKEN);
  }

  /** Whether a character may stand in a field's value. */
  static boolean isOfValue(char c) {
    return c < 256 && is((byte) c, VALUE);
  }

  /** Whether a character may stand in a request's target. */
  static boolean isVisible(char c) {
    return c < 256 && is((byte) c, VISIBLE);
  }

  /** What is wrong; null so far. */
  @Nullable Flaw flaw() {
    return flaw;
  }

  /** Whether a head has begun; the empty line some clients send after a body is not yet one. */
  boolean hasBegun() {
    return state != State.START && state != State.START_LF;
  }

  boolean isDone() {
    return state == State.DONE;
  }

  /** Gets ready for the next head on the connection. */
  void reset() {
    state = State.START;
    flaw = null;
    emptyLines = 0;
    foreignVersion = false;
  }
}
