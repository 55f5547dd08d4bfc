package io.sluice.edge;

import io.sluice.classify.StreamOptions;
import io.sluice.exchange.Reason;
import io.sluice.websocket.CloseFrame;
import io.sluice.websocket.FrameScan;
import io.vertx.core.Context;
import io.vertx.core.net.NetSocket;
import org.jspecify.annotations.Nullable;

/**
 * An open WebSocket: two sockets, and what comes from one goes to the other as it is, so that the
 * two ends agree on subprotocol, compression, pings and close codes between themselves. Only the
 * heads of frames are read, for their sizes, and to know where a close frame of ours may stand.
 */
final class Tunnel {
  /** Who is told how it goes. */
  interface Listener {
    /** Something went through. */
    void moved();

    /** An end did what it may not; the tunnel waits to be told to {@link Tunnel#goAway}. */
    void faulty(Reason reason);

    /**
     * One of the two sockets is closed, and the other about to be.
     *
     * @param reason null if a close frame came before that
     */
    void ending(@Nullable Reason reason);

    /** Both sockets are closed. */
    void over();
  }

  private final NetSocket client;
  private final NetSocket backend;
  private final int mask;
  private final Listener listener;
  private final Way up;
  private final Way down;
  private boolean faulty;
  private int closed;

  /**
   * @param context of both sockets
   * @param mask of the one frame that may have to be sent to the backend
   */
  Tunnel(
      Context context,
      NetSocket client,
      NetSocket backend,
      StreamOptions limits,
      int mask,
      Listener listener) {
    this.client = client;
    this.backend = backend;
    this.mask = mask;
    this.listener = listener;
    this.up = new Way(context, client, backend, scan(true, limits), this::moved);
    this.down = new Way(context, backend, client, scan(false, limits), this::moved);
  }

  private static FrameScan scan(boolean masked, StreamOptions limits) {
    return new FrameScan(masked, limits.maxFrame().count(), limits.maxMessage().count());
  }

  void open() {
    client.closeHandler(_ -> closed(up, Reason.CLIENT_GONE));
    backend.closeHandler(_ -> closed(down, Reason.UPSTREAM_TRUNCATED));
    // What breaks a socket closes it, and that is what counts.
    client.exceptionHandler(_ -> {});
    backend.exceptionHandler(_ -> {});
    up.open();
    down.open();
  }

  private void moved() {
    listener.moved();
    Reason fault = fault();
    if (fault != null && !faulty) {
      faulty = true;
      listener.faulty(fault);
    }
    closeWhoIsDone();
  }

  private @Nullable Reason fault() {
    if (up.scan().fault() != null) {
      return up.scan().fault() == FrameScan.Fault.TOO_LARGE
          ? Reason.BODY_TOO_LARGE
          : Reason.BAD_REQUEST;
    }
    return down.scan().fault() == null ? null : Reason.UPSTREAM_INVALID;
  }

  /** Whoever has sent a close frame and been sent one has nothing more to expect. */
  private void closeWhoIsDone() {
    if (up.isClosedByItsSource() && down.hasClosed()) {
      client.close();
    }
    if (down.isClosedByItsSource() && up.hasClosed()) {
      backend.close();
    }
  }

  private void closed(Way way, Reason reason) {
    closed++;
    if (closed == 1) {
      boolean inGoodOrder = up.isClosedByItsSource() || down.isClosedByItsSource();
      listener.ending(inGoodOrder ? null : reason);
      way.end();
    } else {
      listener.over();
    }
  }

  /** From the client to the backend, frames whole. */
  long bytesIn() {
    return up.bytes();
  }

  /** From the backend, or from us, to the client. */
  long bytesOut() {
    return down.bytes();
  }

  /** Says goodbye both ways; who is at fault is told for what, and the other that it is over. */
  void goAway(Reason reason) {
    int code = CloseFrame.code(reason);
    int over = CloseFrame.code(Reason.DRAINING);
    boolean backendsFault = reason == Reason.UPSTREAM_INVALID;
    down.sayFarewell(CloseFrame.of(backendsFault ? over : code, reason, false, 0));
    up.sayFarewell(CloseFrame.of(backendsFault ? code : over, reason, true, mask));
    closeWhoIsDone();
  }
}
