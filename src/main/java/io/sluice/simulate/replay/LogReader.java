package io.sluice.simulate.replay;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads an access log, line by line, to the last whole one. */
public final class LogReader {
  private static final int MOST_FAULTS = 20;
  private static final int LONGEST_LINE = 64 * 1024;
  private static final int MOST_REQUESTS = 20_000_000;
  private static final long SECOND_MICROS = 1_000_000;

  private final Path file;
  private final List<Recorded> requests = new ArrayList<>();
  private final List<Recorded> coarse = new ArrayList<>();
  private final List<String> faults = new ArrayList<>();
  private final Map<String, Long> lastShed = new HashMap<>();
  private long withoutRoute;
  private long streams;
  private long represented;
  private long dropped;
  private boolean truncated;
  private long lines;

  private LogReader(Path file) {
    this.file = file;
  }

  /** All of it; a file that cannot be opened is an {@link IOException}. */
  public static RecordedLog read(Path file) throws IOException {
    var reader = new LogReader(file);
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      reader.read(in);
    }
    return reader.log();
  }

  private void read(InputStream in) throws IOException {
    var line = new ByteArrayOutputStream();
    for (int b = in.read(); b >= 0; b = in.read()) {
      if (b != '\n') {
        if (line.size() < LONGEST_LINE) {
          line.write(b);
        }
        continue;
      }
      lines++;
      take(line.toString(StandardCharsets.UTF_8).strip());
      line.reset();
    }
    truncated = line.size() > 0;
  }

  private void take(String line) throws IOException {
    if (line.isEmpty()) {
      return;
    }
    try {
      if (line.startsWith("{")) {
        json(JsonLine.parse(line));
      } else {
        coarse.add(CombinedLine.parse(line));
      }
    } catch (BadLine bad) {
      if (faults.size() < MOST_FAULTS) {
        faults.add(file + ":" + lines + ": " + bad.getMessage());
      } else if (faults.size() == MOST_FAULTS) {
        faults.add(file + ": and more");
      }
    }
    if (requests.size() + coarse.size() > MOST_REQUESTS) {
      throw new IOException(file + ": more than " + MOST_REQUESTS + " requests");
    }
  }

  private void json(JsonLine line) throws BadLine {
    switch (line.event()) {
      case "dropped" -> dropped += line.count();
      case "left-out" -> refusals(line.request(), line.count());
      case "" -> request(line);
      default -> throw new BadLine("event: unknown (expected: left-out or dropped)");
    }
  }

  private void request(JsonLine line) throws BadLine {
    if (line.isStream()) {
      streams++;
    } else if (!line.hasRoute()) {
      withoutRoute++;
    } else {
      Recorded request = line.request();
      if (request.wasRefused()) {
        refusals(request, line.count() - 1);
      }
      if (request.wasRefused()) {
        lastShed.put(kindOf(request), request.atMicros());
      }
      requests.add(request);
    }
  }

  /** Those that have no line came between the last line of their kind and this one. */
  private void refusals(Recorded last, long count) throws BadLine {
    if (count > MOST_REQUESTS) {
      throw new BadLine("represents: too many (expected: at most " + MOST_REQUESTS + ")");
    }
    long until = last.atMicros();
    long from = Math.max(until - SECOND_MICROS, lastShed.getOrDefault(kindOf(last), 0L));
    for (long i = 1; i <= count; i++) {
      requests.add(last.at(from + (until - from) * i / (count + 1)));
    }
    represented += count;
    lastShed.put(kindOf(last), until);
  }

  private static String kindOf(Recorded request) {
    return request.route() + " " + request.tier() + " " + request.reason();
  }

  private RecordedLog log() {
    boolean isCoarse = !coarse.isEmpty();
    spread();
    requests.sort(Comparator.comparingLong(Recorded::atMicros));
    return new RecordedLog(
        List.copyOf(requests),
        List.copyOf(faults),
        withoutRoute,
        streams,
        represented,
        dropped,
        truncated,
        isCoarse);
  }

  /** Those of one second evenly over it; from their end back to when they came. */
  private void spread() {
    Map<Long, Integer> perSecond = new HashMap<>();
    coarse.forEach(each -> perSecond.merge(each.atMicros(), 1, Integer::sum));
    Map<Long, Integer> turn = new HashMap<>();
    for (Recorded each : coarse) {
      long second = each.atMicros();
      int before = turn.merge(second, 1, Integer::sum) - 1;
      long end = second + SECOND_MICROS * before / perSecond.getOrDefault(second, 1);
      requests.add(each.at(end - each.totalMicros()));
    }
    coarse.clear();
  }
}
