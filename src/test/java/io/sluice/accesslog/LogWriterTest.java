package io.sluice.accesslog;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LogWriterTest {
  private static final long SECOND = 1_000_000_000;

  private long nowNanos = new Random().nextLong();
  private long refused;
  private final Disk disk = new Disk();
  private final Ring<Entry> ring = new Ring<>(64);
  private final ShedSampler sampler = new ShedSampler(0, nowNanos);
  private final Encoder encoder = new Fragile(Encoder.of(Lines.options(LogFormat.JSON)));
  private final LogWriter writer =
      new LogWriter(
          Lines.options(LogFormat.JSON),
          disk,
          ring,
          sampler,
          () -> refused,
          encoder,
          () -> nowNanos,
          () -> Lines.WALL);

  /** Breaks at some paths, with half a line written. */
  private record Fragile(Encoder whole) implements Encoder {
    @Override
    public void request(Entry entry, TimeOfDay time, Line out) {
      if (entry.arrival().toString().contains("/breaks")) {
        out.plain("{\"time\":");
        throw new IllegalStateException("broken");
      }
      whole.request(entry, time, out);
    }

    @Override
    public void leftOut(LeftOut refusals, TimeOfDay time, Line out) {
      whole.leftOut(refusals, time, out);
    }

    @Override
    public void dropped(long lines, long nowNanos, TimeOfDay time, Line out) {
      whole.dropped(lines, nowNanos, time, out);
    }
  }

  /** Files that have room for so many bytes. */
  private static final class Disk implements Sink {
    private final List<ByteArrayOutputStream> files = new ArrayList<>();
    private int room = Integer.MAX_VALUE;
    private boolean mayOpen = true;
    private boolean closed;

    Disk() {
      files.add(new ByteArrayOutputStream());
    }

    @Override
    public void write(ByteBuffer bytes) throws IOException {
      while (bytes.hasRemaining()) {
        if (room == 0) {
          throw new IOException("No space left on device");
        }
        room--;
        files.getLast().write(bytes.get());
      }
    }

    @Override
    public void reopen() throws IOException {
      if (!mayOpen) {
        throw new IOException("Permission denied");
      }
      files.add(new ByteArrayOutputStream());
    }

    @Override
    public void close() {
      closed = true;
    }

    List<String> paths(int file) {
      return files.get(file).toString(StandardCharsets.UTF_8).lines().map(Disk::path).toList();
    }

    private static String path(String line) {
      assertThat(line).startsWith("{\"time\":").endsWith("}");
      return line.replaceAll(".*\"path\":\"([^\"]*)\".*|.*\"event\":\"([^\"]*)\".*", "$1$2");
    }
  }

  private void offer(String... paths) {
    for (String path : paths) {
      var entry = new Entry(Lines.arrival(path), null, Lines.ending(404, Reason.NO_ROUTE), 1);
      if (ring.offer(entry) == Ring.Offered.FULL) {
        refused++;
      }
    }
  }

  @Test
  void entryThatCannotBeEncoded_isDroppedAndCounted_andTheOthersAreWritten() {
    offer("/a", "/breaks", "/b", "/breaks");
    writer.write();
    offer("/c");
    writer.write();
    assertThat(disk.paths(0)).containsExactly("/a", "/b", "/c");
    assertThat(writer.written()).isEqualTo(3);
    assertThat(writer.unencodable()).isEqualTo(2);
    assertThat(writer.lost()).isZero();
  }

  @Test
  void write_writesWhatWasOffered_once_inOrder() {
    offer("/1", "/2");
    writer.write();
    writer.write();
    offer("/3");
    writer.write();

    assertThat(disk.paths(0)).containsExactly("/1", "/2", "/3");
    assertThat(writer.written()).isEqualTo(3);
  }

  @Test
  void fullDisk_isTriedAgainEverySecond_andTheTornLineIsCompleted() {
    offer("/1", "/2", "/3");
    disk.room = 300; // the second line is torn
    writer.write();
    disk.room = Integer.MAX_VALUE;
    nowNanos += SECOND - 1;
    writer.write();
    assertThat(writer.written()).isZero();

    nowNanos += 1;
    offer("/4");
    writer.write();

    assertThat(disk.paths(0)).containsExactly("/1", "/2", "/3", "/4");
    assertThat(writer.written()).isEqualTo(4);
    assertThat(writer.lost()).isZero();
  }

  @Test
  void fullDisk_dropsWhatTheRingHasNoRoomFor_andTellsHowMuch_whenThereIsRoomAgain() {
    disk.room = 0;
    offer("/first");
    writer.write();
    offer(IntStream.range(0, 70).mapToObj(i -> "/" + i).toArray(String[]::new));
    assertThat(refused).isEqualTo(6);

    disk.room = Integer.MAX_VALUE;
    nowNanos += SECOND;
    writer.write();

    List<String> paths = disk.paths(0);
    assertThat(paths).hasSize(66).startsWith("/first", "dropped", "/0").endsWith("/63");
    assertThat(disk.files.getFirst().toString(StandardCharsets.UTF_8)).contains("\"lines\":6}");
  }

  @Test
  void reopen_writesWhatWasTakenBefore_toTheOldFile_andGoesOnInTheNew() {
    offer("/1");
    writer.write();
    writer.reopen();
    offer("/2");
    writer.write();
    offer("/3");
    writer.write();

    assertThat(disk.paths(0)).containsExactly("/1");
    assertThat(disk.paths(1)).containsExactly("/2", "/3");
    assertThat(writer.lost()).isZero();
  }

  @Test
  void reopenThatFails_goesOnInTheOldFile_andIsTriedAgainEverySecond() {
    disk.mayOpen = false;
    writer.reopen();
    offer("/1");
    writer.write();
    disk.mayOpen = true;
    offer("/2");
    writer.write();
    nowNanos += SECOND;
    offer("/3");
    writer.write();

    assertThat(disk.paths(0)).containsExactly("/1", "/2");
    assertThat(disk.paths(1)).containsExactly("/3");
  }

  @Test
  void reopenOfAFullDisk_losesOnlyTheTornLine() {
    offer("/1", "/2", "/3");
    disk.room = 300; // the second line is torn
    writer.write();
    writer.reopen();
    writer.write(); // no room for the rest of it in the old file
    assertThat(disk.files).hasSize(2);
    disk.room = Integer.MAX_VALUE;
    nowNanos += SECOND;
    offer("/4");
    writer.write();

    assertThat(disk.paths(1)).containsExactly("/3", "/4");
    assertThat(writer.lost()).isOne();
    assertThat(writer.written()).isEqualTo(3);
  }

  @Test
  void finish_writesTheRest_withWhatTheLastSecondLeftOut() {
    sampler.offer(Lines.exchange("one", Tier.P2), Reason.WATERMARK, nowNanos);
    offer("/1");
    writer.finish();

    assertThat(disk.paths(0)).containsExactly("/1", "left-out");
    assertThat(disk.closed).isTrue();
  }

  @Test
  void finish_countsWhatItCannotWrite() {
    offer("/1", "/2", "/3");
    disk.room = 300; // the second line is torn
    writer.finish();

    assertThat(writer.written()).isOne();
    assertThat(writer.lost()).isEqualTo(2);
    assertThat(disk.closed).isTrue();
  }
}
