package io.sluice.accesslog;

import static io.sluice.accesslog.Lines.arrival;
import static io.sluice.accesslog.Lines.ending;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.exchange.Reason;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CombinedLinesTest {
  private static String line(Arrival arrival, Redaction... redact) {
    var entry = new Entry(arrival, null, ending(404, Reason.NO_ROUTE), 1);
    return Lines.line(Lines.options(LogFormat.COMBINED, redact), entry);
  }

  @Test
  void request_isOneLineOfTheCombinedFormat() {
    assertThat(line(arrival("/a?b"), Redaction.QUERY))
        .isEqualTo(
            "10.0.0.7 - - [01/Mar/2026:12:00:00 +0000] \"GET /a?*** HTTP/1.1\" 404 17 \"-\""
                + " \"curl/8\"\n");
  }

  @Test
  void whatIsNotKnown_isADash() {
    assertThat(line(new Arrival(Lines.START, null, null, null, null, null, null)))
        .isEqualTo("- - - [01/Mar/2026:12:00:00 +0000] \"-\" 404 17 \"-\" \"-\"\n");
  }

  @Test
  void clientsText_canEndNeitherFieldNorLine() {
    String hostile = "\" 200 1 \"\r\n1.2.3.4\\ü\ud83d";
    String line =
        line(new Arrival(Lines.START, "::1", hostile, hostile, "HTTP/1.1", hostile, hostile));

    assertThat(line.lines()).hasSize(1);
    assertThat(line)
        .contains("\\x22 200 1 \\x22\\x0d\\x0a1.2.3.4\\x5c\\xc3\\xbc\\xed\\xa0\\xbd")
        .matches("(?s)::1 - - \\[[^]]*] \"[^\"]*\" 404 17 \"[^\"]*\" \"[^\"]*\"\n");
  }

  @Test
  void randomText_leavesNothingButPrintableAscii() {
    long seed = new Random().nextLong();
    var random = new Random(seed);
    for (int round = 0; round < 1000; round++) {
      var text = new StringBuilder();
      for (int i = random.nextInt(40); i >= 0; i--) {
        text.append((char) random.nextInt(random.nextBoolean() ? 0x100 : 0x10000));
      }
      assertThat(line(arrival(text.toString())))
          .as("seed %d", seed)
          .matches("[\\x20-\\x7e]*\n")
          .containsPattern("^[^\"]*(\"[^\"]*\"[^\"]*){3}\n$");
    }
  }
}
