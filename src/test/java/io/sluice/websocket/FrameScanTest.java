package io.sluice.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.Reason;
import io.sluice.websocket.FrameScan.Fault;
import java.io.ByteArrayOutputStream;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Frames, cut into chunks at every place. */
class FrameScanTest {
  private static final long MAX_FRAME = 70_000;
  private static final long MAX_MESSAGE = 100_000;

  private final ByteArrayOutputStream wire = new ByteArrayOutputStream();

  private static FrameScan fromClient() {
    return new FrameScan(true, MAX_FRAME, MAX_MESSAGE);
  }

  private static FrameScan fromServer() {
    return new FrameScan(false, MAX_FRAME, MAX_MESSAGE);
  }

  private FrameScanTest frame(int first, int length, boolean masked) {
    wire.write(first);
    int mask = masked ? 0x80 : 0;
    if (length < 126) {
      wire.write(mask | length);
    } else if (length < 65_536) {
      wire.write(mask | 126);
      wire.write(length >> 8);
      wire.write(length);
    } else {
      wire.write(mask | 127);
      wire.writeBytes(new byte[4]);
      for (int shift = 24; shift >= 0; shift -= 8) {
        wire.write(length >> shift);
      }
    }
    wire.writeBytes(new byte[length + (masked ? 4 : 0)]);
    return this;
  }

  private int read(FrameScan scan, byte[] bytes, int from, int to, boolean toFrameEnd) {
    return scan.read(index -> bytes[from + index], to - from, toFrameEnd);
  }

  private int readAll(FrameScan scan) {
    return read(scan, wire.toByteArray(), 0, wire.size(), false);
  }

  @Test
  void goodFrames_goOnWhole_howeverTheyAreCut() {
    long seed = RandomGenerator.getDefault().nextLong();
    var random = new SplittableRandom(seed);
    frame(0x81, 5, true).frame(0x02, 0, true).frame(0x89, 125, true).frame(0x80, 126, true);
    frame(0xc2, 65_535, true).frame(0x82, 65_536, true).frame(0x88, 2, true);
    byte[] bytes = wire.toByteArray();
    for (int round = 0; round < 200; round++) {
      FrameScan scan = fromClient();
      for (int at = 0; at < bytes.length; ) {
        int to = Math.min(bytes.length, at + 1 + random.nextInt(round < 20 ? 3 : 40_000));
        assertThat(read(scan, bytes, at, to, false)).as("seed %d", seed).isEqualTo(to - at);
        at = to;
      }
      assertThat(scan.fault()).as("seed %d", seed).isNull();
      assertThat(scan.isClosed()).as("seed %d", seed).isTrue();
    }
  }

  @Test
  void nothingFollowsACloseFrame() {
    frame(0x88, 2, true);
    int close = wire.size();
    frame(0x81, 5, true);
    FrameScan scan = fromClient();

    assertThat(readAll(scan)).isEqualTo(close);
    assertThat(scan.isClosed()).isTrue();
    assertThat(readAll(scan)).isZero();
  }

  @Test
  void itStopsWhereAFrameEnds_ifAsked() {
    frame(0x82, 300, false);
    int end = wire.size();
    frame(0x82, 10, false);
    byte[] bytes = wire.toByteArray();
    FrameScan scan = fromServer();

    assertThat(read(scan, bytes, 0, 100, false)).isEqualTo(100);
    assertThat(scan.isBetweenFrames()).isFalse();
    assertThat(read(scan, bytes, 100, bytes.length, true)).isEqualTo(end - 100);
    assertThat(scan.isBetweenFrames()).isTrue();
    assertThat(read(scan, bytes, end, bytes.length, true)).isZero();
  }

  @Test
  void masks_areAClientsAndNobodyElses() {
    frame(0x81, 5, true);
    assertThat(faultOf(fromServer())).isEqualTo(Fault.PROTOCOL);
    wire.reset();
    frame(0x81, 5, false);
    assertThat(faultOf(fromClient())).isEqualTo(Fault.PROTOCOL);
  }

  @Test
  void aFrameThatMayNotBe_isAFault() {
    for (int first : new int[] {0x83, 0x87, 0x8b, 0x8f, 0x80, 0x09, 0x08}) {
      wire.reset();
      frame(first, 2, false);
      assertThat(faultOf(fromServer())).as("%x", first).isEqualTo(Fault.PROTOCOL);
    }
    wire.reset();
    frame(0x89, 126, false);
    assertThat(faultOf(fromServer())).isEqualTo(Fault.PROTOCOL);
    wire.reset();
    frame(0x01, 2, false).frame(0x81, 2, false);
    assertThat(faultOf(fromServer())).isEqualTo(Fault.PROTOCOL);
  }

  @Test
  void aLength_isWrittenAsShortAsItCanBe() {
    wire.writeBytes(new byte[] {(byte) 0x82, 126, 0, 125});
    assertThat(faultOf(fromServer())).isEqualTo(Fault.PROTOCOL);
    wire.reset();
    wire.writeBytes(new byte[] {(byte) 0x82, 127, 0, 0, 0, 0, 0, 0, (byte) 0xff, (byte) 0xff});
    assertThat(faultOf(fromServer())).isEqualTo(Fault.PROTOCOL);
    wire.reset();
    wire.writeBytes(new byte[] {(byte) 0x82, 127, -1, 0, 0, 0, 0, 0, 0, 0});
    assertThat(faultOf(fromServer())).isEqualTo(Fault.PROTOCOL);
  }

  @Test
  void aFrameOrMessage_beyondItsBound_doesNotGoOn() {
    frame(0x82, (int) MAX_FRAME, false);
    int good = wire.size();
    frame(0x82, (int) MAX_FRAME + 1, false);
    FrameScan scan = fromServer();
    assertThat(readAll(scan)).isEqualTo(good);
    assertThat(scan.fault()).isEqualTo(Fault.TOO_LARGE);
    assertThat(scan.isBetweenFrames()).isTrue();

    wire.reset();
    frame(0x02, 60_000, false).frame(0x89, 9, false).frame(0x00, 40_000, false);
    int whole = wire.size();
    frame(0x80, 1, false);
    FrameScan ofMessage = fromServer();
    assertThat(readAll(ofMessage)).isEqualTo(whole);
    assertThat(ofMessage.fault()).isEqualTo(Fault.TOO_LARGE);
  }

  @Test
  void aFaultyHead_whoseBeginningHasGoneOn_leavesNoPlaceBetweenFrames() {
    frame(0x82, (int) MAX_FRAME + 1, false);
    byte[] bytes = wire.toByteArray();
    FrameScan scan = fromServer();
    assertThat(read(scan, bytes, 0, 1, false)).isEqualTo(1);

    assertThat(read(scan, bytes, 1, bytes.length, false)).isZero();
    assertThat(scan.fault()).isEqualTo(Fault.TOO_LARGE);
    assertThat(scan.isBetweenFrames()).isFalse();
  }

  @Test
  void closeFramesOfOurs_areFramesOfTheirs() {
    wire.writeBytes(CloseFrame.of(1001, Reason.DRAINING, true, 0x12345678));
    FrameScan scan = fromClient();
    assertThat(readAll(scan)).isEqualTo(wire.size());
    assertThat(scan.isClosed()).isTrue();

    wire.reset();
    wire.writeBytes(CloseFrame.of(1009, Reason.BODY_TOO_LARGE, false, 0));
    assertThat(wire.toByteArray())
        .startsWith(0x88, 16, 1009 >> 8, 1009 & 0xff)
        .endsWith((byte) 'l', (byte) 'a', (byte) 'r', (byte) 'g', (byte) 'e');
    FrameScan toClient = fromServer();
    assertThat(readAll(toClient)).isEqualTo(wire.size());
    assertThat(toClient.isClosed()).isTrue();
  }

  @Test
  void aCloseFrame_saysWhoseFaultItWas() {
    assertThat(CloseFrame.code(Reason.DRAINING)).isEqualTo(1001);
    assertThat(CloseFrame.code(Reason.STREAM_IDLE)).isEqualTo(1001);
    assertThat(CloseFrame.code(Reason.STREAM_EXPIRED)).isEqualTo(1001);
    assertThat(CloseFrame.code(Reason.BODY_TOO_LARGE)).isEqualTo(1009);
    assertThat(CloseFrame.code(Reason.BAD_REQUEST)).isEqualTo(1002);
    assertThat(CloseFrame.code(Reason.UPSTREAM_INVALID)).isEqualTo(1002);
  }

  private @Nullable Fault faultOf(FrameScan scan) {
    readAll(scan);
    return scan.fault();
  }
}
