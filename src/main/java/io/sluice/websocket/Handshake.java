package io.sluice.websocket;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;

/**
 * What makes a request an opening handshake and a 101 the answer to it (RFC 6455 §4). Stateless.
 */
public final class Handshake {
  /** The one version that is spoken. */
  public static final String VERSION = "13";

  private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  private static final int KEY_LENGTH = 24; // of 16 bytes in base64
  private static final int KEY_DIGITS = 22;

  /** What is to be thought of a handshake. */
  public enum Verdict {
    GOOD,
    MALFORMED,
    /** Well-formed, but of another version. */
    VERSION
  }

  private Handshake() {}

  /** Whether a request with these fields asks to go on as a WebSocket. */
  public static boolean isAsked(List<String> connection, List<String> upgrade) {
    return hasToken(upgrade, "websocket") && hasToken(connection, "upgrade");
  }

  /**
   * Judges a request that asks for it.
   *
   * @param isGet whether its method is GET
   * @param hasBody whether it announces a body
   */
  public static Verdict judge(
      boolean isGet, boolean hasBody, List<String> keys, List<String> versions) {
    if (!isGet || hasBody || versions.size() != 1) {
      return Verdict.MALFORMED;
    }
    if (!versions.getFirst().equals(VERSION)) {
      return Verdict.VERSION;
    }
    return keys.size() == 1 && isKey(keys.getFirst()) ? Verdict.GOOD : Verdict.MALFORMED;
  }

  /**
   * Whether a 101 with these fields answers the request with this key: if not, its sender has not
   * understood what it was asked.
   */
  public static boolean isAccepted(
      String key, List<String> connection, List<String> upgrade, List<String> accepts) {
    return isAsked(connection, upgrade)
        && accepts.size() == 1
        && accepts.getFirst().equals(accept(key));
  }

  /** The {@code Sec-WebSocket-Accept} to a {@code Sec-WebSocket-Key}. */
  public static String accept(String key) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-1")
              .digest((key + GUID).getBytes(StandardCharsets.ISO_8859_1));
      return Base64.getEncoder().encodeToString(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-1", e);
    }
  }

  private static boolean isKey(String key) {
    if (key.length() != KEY_LENGTH || !key.endsWith("==")) {
      return false;
    }
    for (int i = 0; i < KEY_DIGITS; i++) {
      char c = key.charAt(i);
      boolean letterOrDigit =
          (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
      if (!letterOrDigit && c != '+' && c != '/') {
        return false;
      }
    }
    return true;
  }

  private static boolean hasToken(List<String> values, String wanted) {
    for (String value : values) {
      for (String token : value.split(",", -1)) {
        if (token.trim().equalsIgnoreCase(wanted)) {
          return true;
        }
      }
    }
    return false;
  }
}
