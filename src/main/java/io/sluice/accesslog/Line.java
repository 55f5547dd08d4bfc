package io.sluice.accesslog;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Bytes of lines on their way to a file. What a client has sent goes through {@link #json} or
 * {@link #quoted}, which let no byte through that could end a line or a text. Not thread-safe.
 */
final class Line {
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private byte[] bytes = new byte[16 * 1024];
  private int length;

  int length() {
    return length;
  }

  void clear() {
    length = 0;
  }

  /** Takes back what was appended since it was this long. */
  void cut(int before) {
    length = before;
  }

  /** What was appended; good until the next append. */
  ByteBuffer view() {
    return ByteBuffer.wrap(bytes, 0, length);
  }

  /** A text of ours, of ASCII and without anything to escape. */
  @SuppressWarnings("deprecation") // which takes the low bytes as they are: of ASCII, all there is
  Line plain(String ascii) {
    int size = ascii.length();
    reserve(size);
    ascii.getBytes(0, size, bytes, length);
    length += size;
    return this;
  }

  Line plain(char ascii) {
    reserve(1);
    bytes[length++] = (byte) ascii;
    return this;
  }

  Line number(long value) {
    if (value < 0) {
      return plain(Long.toString(value));
    }
    int digits = 1;
    for (long rest = value; rest > 9; rest /= 10) {
      digits++;
    }
    return padded(value, digits);
  }

  /** A number that has this many digits at most, with zeros before it. */
  Line padded(long value, int digits) {
    reserve(digits);
    long rest = value;
    for (int i = length + digits - 1; i >= length; i--) {
      bytes[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    length += digits;
    return this;
  }

  /** Milliseconds with three decimals. */
  Line millis(long nanos) {
    long micros = nanos / 1000;
    if (micros < 0) {
      plain('-');
      micros = -micros;
    }
    return number(micros / 1000).plain('.').padded(micros % 1000, 3);
  }

  /** The inside of a JSON string. */
  Line json(String text) {
    int size = text.length();
    if (isPlain(text, size)) {
      return plain(text);
    }
    for (int i = 0; i < size; i++) {
      char c = text.charAt(i);
      reserve(6);
      if (isPlain(c)) {
        bytes[length++] = (byte) c;
      } else if (c == '"' || c == '\\') {
        bytes[length++] = '\\';
        bytes[length++] = (byte) c;
      } else if (isControl(c) || isLoneSurrogate(text, i)) {
        plain("\\u");
        hex(c, 4);
      } else {
        i += utf8(text, i);
      }
    }
    return this;
  }

  private static boolean isPlain(String text, int size) {
    for (int i = 0; i < size; i++) {
      if (!isPlain(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isPlain(char c) {
    return c >= ' ' && c < 0x7f && c != '"' && c != '\\';
  }

  /** The inside of a quoted field of the combined format: printable ASCII, the rest as \xHH. */
  Line quoted(CharSequence text) {
    int size = text.length();
    for (int i = 0; i < size; i++) {
      char c = text.charAt(i);
      reserve(1);
      if (isPlain(c)) {
        bytes[length++] = (byte) c;
        continue;
      }
      int from = length;
      i += utf8(text, i);
      byte[] raw = Arrays.copyOfRange(bytes, from, length);
      length = from;
      for (byte b : raw) {
        plain("\\x");
        hex(b & 0xff, 2);
      }
    }
    return this;
  }

  // C1 controls and the line separators of Unicode end a line for some who read it
  private static boolean isControl(char c) {
    return c < ' ' || (c >= 0x7f && c < 0xa0) || c == '\u2028' || c == '\u2029';
  }

  private static boolean isLoneSurrogate(CharSequence text, int at) {
    char c = text.charAt(at);
    boolean paired =
        Character.isHighSurrogate(c)
            && at + 1 < text.length()
            && Character.isLowSurrogate(text.charAt(at + 1));
    return Character.isSurrogate(c) && !paired;
  }

  /** Appends the character there; a lone surrogate as it is. Returns how many more it took. */
  private int utf8(CharSequence text, int at) {
    boolean single = !Character.isSurrogate(text.charAt(at)) || isLoneSurrogate(text, at);
    int point = single ? text.charAt(at) : Character.codePointAt(text, at);
    reserve(4);
    if (point < 0x80) {
      bytes[length++] = (byte) point;
    } else if (point < 0x800) {
      bytes[length++] = (byte) (0xc0 | (point >> 6));
      bytes[length++] = continued(point);
    } else if (point < 0x10000) {
      bytes[length++] = (byte) (0xe0 | (point >> 12));
      bytes[length++] = continued(point >> 6);
      bytes[length++] = continued(point);
    } else {
      bytes[length++] = (byte) (0xf0 | (point >> 18));
      bytes[length++] = continued(point >> 12);
      bytes[length++] = continued(point >> 6);
      bytes[length++] = continued(point);
    }
    return single ? 0 : 1;
  }

  private static byte continued(int bits) {
    return (byte) (0x80 | (bits & 0x3f));
  }

  private void hex(int value, int digits) {
    reserve(digits);
    for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
      bytes[length++] = HEX[(value >> shift) & 0xf];
    }
  }

  private void reserve(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
    }
  }
}
