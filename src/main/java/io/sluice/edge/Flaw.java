package io.sluice.edge;

import io.netty.handler.codec.PrematureChannelClosureException;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.sluice.exchange.Reason;
import io.sluice.observe.ClientFaults;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** In which way the bytes of a request are not one that may be passed on. */
enum Flaw {
  /** A line that does not end in CR LF. */
  LINE_END,
  /** More than one empty line before the request. */
  EMPTY_LINES,
  REQUEST_LINE,
  FOLDED_LINE,
  FIELD_NAME,
  SPACE_BEFORE_COLON,
  /** A control character in a field's value. */
  FIELD_VALUE,
  HOST_MISSING,
  HOST_REPEATED,
  HOST_INVALID,
  LENGTH_INVALID,
  LENGTH_REPEATED,
  /** Transfer-Encoding and Content-Length together: readers differ in which they believe. */
  LENGTH_AND_ENCODING,
  /** Any transfer coding but a single {@code chunked}. */
  ENCODING_UNKNOWN,
  ENCODING_IN_HTTP_1_0,
  /** Neither a path nor an absolute URI of http. */
  TARGET_FORM,
  /** An absolute URI whose authority is not the Host. */
  TARGET_AUTHORITY,
  /** Of HTTP/2: any but http and https. */
  SCHEME,
  /** Of HTTP/2: a field that only has a meaning on a connection of HTTP/1. */
  CONNECTION_FIELD,
  PATH_CHARACTER,
  PATH_ENCODING,
  /** Asks for a WebSocket, and not as it must be asked for. */
  HANDSHAKE,
  /** The chunks of a body, or what follows the last of them. */
  CHUNK,
  /** The connection ended within the head. */
  INCOMPLETE,
  /** Whatever else the decoder refuses. */
  UNDECODABLE,
  METHOD(Reason.METHOD_NOT_ALLOWED),
  VERSION(Reason.VERSION_NOT_SUPPORTED),
  HANDSHAKE_VERSION(Reason.WEBSOCKET_VERSION),
  LONG_BODY(Reason.BODY_TOO_LARGE),
  LONG_LINE(Reason.URI_TOO_LONG),
  LONG_HEAD(Reason.HEADERS_TOO_LARGE),
  SLOW_HEAD(Reason.HEAD_TIMEOUT);

  private final Reason reason;

  Flaw() {
    this(Reason.BAD_REQUEST);
  }

  Flaw(Reason reason) {
    this.reason = reason;
  }

  /**
   * A request with a flaw, as Netty and Vert.x pass it along. Has no stack: nothing of ours failed.
   */
  static final class Malformed extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Flaw flaw;

    private Malformed(Flaw flaw) {
      super(flaw.kind(), null, false, false);
      this.flaw = flaw;
    }
  }

  /** What the decoder's complaint is about. */
  static Flaw of(@Nullable Throwable cause) {
    return switch (cause) {
      case Malformed malformed -> malformed.flaw;
      case TooLongHttpLineException _ -> LONG_LINE;
      case TooLongFrameException _ -> LONG_HEAD;
      case PrematureChannelClosureException _ -> INCOMPLETE;
      case null, default -> UNDECODABLE;
    };
  }

  Reason reason() {
    return reason;
  }

  /** How it is counted, within its reason. */
  String kind() {
    return reason == Reason.BAD_REQUEST
        ? name().toLowerCase(Locale.ROOT).replace('_', '-')
        : ClientFaults.ANY;
  }

  Malformed malformed() {
    return new Malformed(this);
  }
}
