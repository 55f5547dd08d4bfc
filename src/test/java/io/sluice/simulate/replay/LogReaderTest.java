package io.sluice.simulate.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogReaderTest {
  private static final String SERVED =
      "{\"time\":\"2026-03-01T12:00:00.000001Z\",\"id\":\"a\",\"method\":\"GET\",\"path\":\"/titles/1\","
          + "\"status\":200,\"route\":\"titles\",\"tier\":\"p1\",\"lane\":\"library\",\"totalMs\":31.204,"
          + "\"queueMs\":10.020,\"upstreamMs\":21.184,\"attempts\":1,\"deadlineMs\":900.000}\n";
  private static final String SHED =
      "{\"time\":\"2026-03-01T12:00:01.500000Z\",\"status\":429,\"route\":\"titles\",\"tier\":\"p1\","
          + "\"reason\":\"watermark\",\"totalMs\":0.1,\"deadlineMs\":900.000,\"represents\":5}\n";
  private static final String COMBINED =
      "10.0.0.7 - - [01/Mar/2026:12:00:01 +0000] \"GET /titles/1?q=x HTTP/1.1\" 200 512 \"-\""
          + " \"curl/8.5.0 \\\"x\\\"\" 0.250\n";

  @TempDir private Path folder;

  private RecordedLog read(String text) throws IOException {
    Path file = folder.resolve("access.log");
    Files.writeString(file, text);
    return LogReader.read(file);
  }

  @Test
  void servedRequest_isReadWhole() throws IOException {
    RecordedLog log = read(SERVED);
    assertThat(log.requests())
        .containsExactly(
            new Recorded(
                1_772_366_400_000_001L,
                "titles",
                Tier.P1,
                "GET",
                "/titles/1",
                900_000,
                21_184,
                200,
                null,
                31_204));
    assertThat(log.truncated()).isFalse();
    assertThat(log.coarse()).isFalse();
  }

  @Test
  void refusalsWithoutALine_areCountedAndPutIntoTheirTime() throws IOException {
    RecordedLog log =
        read(
            SHED
                + "{\"time\":\"2026-03-01T12:00:02.000000Z\",\"event\":\"left-out\",\"route\":\"titles\","
                + "\"tier\":\"p1\",\"reason\":\"watermark\",\"represents\":3}\n");
    assertThat(log.requests()).hasSize(5 + 3);
    assertThat(log.represented()).isEqualTo(4 + 3);
    assertThat(log.requests()).allMatch(each -> each.reason() == Reason.WATERMARK);
    assertThat(log.requests().subList(5, 8))
        .allMatch(each -> each.atMicros() > 1_772_366_401_500_000L)
        .allMatch(each -> each.atMicros() < 1_772_366_402_000_000L);
    assertThat(log.requests().getFirst().atMicros()).isGreaterThan(1_772_366_400_500_000L);
  }

  @Test
  void linesOfOtherThings_areCountedAndLeftOut() throws IOException {
    RecordedLog log =
        read(
            "{\"time\":\"2026-03-01T12:00:00Z\",\"event\":\"dropped\",\"lines\":12}\n"
                + "{\"time\":\"2026-03-01T12:00:00Z\",\"status\":404,\"reason\":\"no-route\"}\n"
                + "{\"time\":\"2026-03-01T12:00:00Z\",\"status\":401,\"route\":\"a\",\"reason\":\"credentials-missing\"}\n"
                + "{\"time\":\"2026-03-01T12:00:00Z\",\"status\":101,\"route\":\"a\",\"tier\":\"p1\"}\n\n");
    assertThat(log.requests()).isEmpty();
    assertThat(log.dropped()).isEqualTo(12);
    assertThat(log.withoutRoute()).isEqualTo(2);
    assertThat(log.streams()).isEqualTo(1);
    assertThat(log.faults()).isEmpty();
  }

  @Test
  void truncatedLog_isReadToItsLastWholeLine() throws IOException {
    RecordedLog log = read(SERVED + SERVED.substring(0, 70));
    assertThat(log.requests()).hasSize(1);
    assertThat(log.truncated()).isTrue();
    assertThat(log.faults()).isEmpty();
  }

  @Test
  void combinedFormatWithARequestTime_isRead() throws IOException {
    RecordedLog log = read(COMBINED + COMBINED + COMBINED.replace(" 200 ", " 503 "));
    assertThat(log.coarse()).isTrue();
    assertThat(log.requests()).hasSize(3);
    Recorded first = log.requests().getFirst();
    assertThat(first.path()).isEqualTo("/titles/1");
    assertThat(first.serviceMicros()).isEqualTo(250_000);
    // It ended in that second, and came a quarter of one before.
    assertThat(first.atMicros()).isEqualTo(1_772_366_400_750_000L);
    assertThat(log.requests().get(1).atMicros()).isEqualTo(1_772_366_401_083_333L);
    assertThat(log.requests().get(2).wasServed()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"time":               | not JSON (expected: a line of Sluice's access log)
          {"time":"now","route":"a"} | time: now (expected: like 2026-03-01T12:00:00.000001Z)
          {"route":"a"}          | time: nothing (expected: like 2026-03-01T12:00:00.000001Z)
          {"time":"2026-03-01T12:00:00Z","route":"a","tier":"p9"} | tier: p9 (expected: p0, p1 or p2)
          {"time":"2026-03-01T12:00:00Z","route":"a","reason":"mood"} | reason: mood (expected: one of src/docs/REASONS.md)
          {"time":"2026-03-01T12:00:00Z","route":"a","upstreamMs":"x"} | upstreamMs: "x" (expected: milliseconds)
          {"time":"2026-03-01T12:00:00Z","route":"a","reason":"watermark","represents":-1} | represents: -1 (expected: a whole number)
          {"time":"2026-03-01T12:00:00Z","route":"a","reason":"watermark","represents":99999999999} | represents: too many (expected: at most 20000000)
          {"time":"2026-03-01T12:00:00Z","event":"party"} | event: unknown (expected: left-out or dropped)
          hello                  | neither JSON nor combined format (expected: a line of Sluice's access log, or the combined format and a request time)
          1.2.3.4 - - [01/Mar/2026:12:00:01 +0000] "GET / HTTP/1.1" 200 5 "-" "x" | no request time (expected: seconds such as 0.012 after the user agent, nginx's $request_time)
          1.2.3.4 - - [yesterday] "GET / HTTP/1.1" 200 5 "-" "x" 0.1 | time: not one (expected: like 01/Mar/2026:12:00:00 +0000)
          """)
  void badLine_isNamedWithItsPlace(String line, String problem) throws IOException {
    assertThat(read(SERVED + line + "\n").faults())
        .containsExactly(folder.resolve("access.log") + ":2: " + problem);
  }

  @Test
  void endlessBadLines_areNotAllNamed() throws IOException {
    assertThat(read("x\n".repeat(1000)).faults()).hasSize(21);
    assertThat(read("x".repeat(10_000_000)).truncated()).isTrue();
  }
}
