package io.sluice.accesslog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.exchange.Outcome;
import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import io.sluice.time.NanoClock;
import io.sluice.time.WallClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log with its own thread and real files. */
class AccessLogTest {
  private static final Pattern PATH = Pattern.compile("\"path\":\"/(\\d+)/(\\d+)\"");

  @TempDir private Path folder;

  private AccessLog open(String file, int buffer) throws IOException {
    var options = new AccessLogOptions(file, LogFormat.JSON, 100, buffer, List.of());
    return AccessLog.open(options, NanoClock.SYSTEM, WallClock.SYSTEM);
  }

  private static void write(AccessLog log, String path) {
    log.write(Lines.arrival(path), null, Lines.ending(404, Reason.NO_ROUTE), 1);
  }

  @Test
  void line_isWritten_withoutWaitingForMore() throws Exception {
    Path file = folder.resolve("a.log");
    try (var log = open(file.toString(), 64)) {
      write(log, "/1/1");
      await().until(() -> Files.readAllLines(file).size() == 1);
      assertThat(log.written()).isOne();
    }
  }

  @Test
  void everyAcceptedLine_isWrittenOnceAndWhole_byManyProducers_throughManyRotations()
      throws Exception {
    Path file = folder.resolve("a.log");
    int producers = 4;
    int each = 20_000;
    int rotations = 0;
    var log = open(file.toString(), 1024);
    try (log) {
      var done = new CountDownLatch(producers);
      for (int p = 0; p < producers; p++) {
        int me = p;
        Thread.ofPlatform()
            .start(
                () -> {
                  for (int i = 0; i < each; i++) {
                    write(log, "/" + me + "/" + i);
                  }
                  done.countDown();
                });
      }
      while (done.getCount() > 0) {
        if (Files.exists(file)) {
          Files.move(file, folder.resolve("a.log." + rotations++));
        }
        log.reopen();
      }
    }

    Map<String, Integer> last = new HashMap<>();
    long lines = 0;
    for (String line : allLines(file, rotations)) {
      assertThat(line).startsWith("{\"time\":\"").endsWith("}");
      var path = PATH.matcher(line);
      if (path.find()) {
        lines++;
        int number = Integer.parseInt(path.group(2));
        assertThat(number).as(line).isGreaterThan(last.getOrDefault(path.group(1), -1));
        last.put(path.group(1), number);
      }
    }
    assertThat(lines).isEqualTo(log.written());
    assertThat(lines + log.droppedFull()).isEqualTo((long) producers * each);
    assertThat(log.droppedUnwritable()).isZero();
  }

  private List<String> allLines(Path file, int rotations) throws IOException {
    var lines = new ArrayList<String>();
    for (int i = 0; i < rotations; i++) {
      lines.addAll(Files.readAllLines(folder.resolve("a.log." + i)));
    }
    if (Files.exists(file)) {
      lines.addAll(Files.readAllLines(file));
    }
    return lines;
  }

  @Test
  void storm_hasFewLines_thatStandForAll() throws Exception {
    Path file = folder.resolve("a.log");
    var shed = Lines.exchange("one", Tier.P2);
    int lines = 0;
    try (var log = open(file.toString(), 64)) {
      long nowNanos = NanoClock.SYSTEM.nanoTime();
      for (int i = 0; i < 10_000; i++) {
        var refused = new Outcome.Refused(Reason.WATERMARK, null, 4, 4, 0);
        lines += log.represents(shed, refused, nowNanos) > 0 ? 1 : 0;
      }
      for (var outcome :
          List.of(
              new Outcome.Failed(Reason.CLIENT_GONE),
              new Outcome.Answered(200),
              new Outcome.Streamed(101, Reason.DRAINING))) {
        assertThat(log.represents(shed, outcome, nowNanos)).as("%s", outcome).isOne();
      }
      assertThat(lines).isBetween(1, 100);
      assertThat(log.leftOut()).isEqualTo(10_000 - lines);
    }
    assertThat(Files.readString(file)).contains("\"event\":\"left-out\"");
  }

  @Test
  void file_isAppendedTo() throws Exception {
    Path file = Files.writeString(folder.resolve("a.log"), "before\n");
    try (var log = open(file.toString(), 64)) {
      write(log, "/1/1");
    }
    assertThat(Files.readAllLines(file)).hasSize(2).startsWith("before");
  }

  @Test
  void lineAfterTheEnd_isCountedAsDropped() throws Exception {
    var log = open(folder.resolve("a.log").toString(), 64);
    log.close();
    write(log, "/1/1");
    assertThat(log.droppedFull()).isOne();
  }

  @Test
  void open_fails_whereNothingCanBeWritten() {
    assertThatThrownBy(() -> open(folder.resolve("none/a.log").toString(), 64))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(() -> open(folder.toString(), 64)).isInstanceOf(IOException.class);
  }
}
