package io.sluice.accesslog;

import static io.sluice.accesslog.Lines.answered;
import static io.sluice.accesslog.Lines.arrival;
import static io.sluice.accesslog.Lines.ending;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.exchange.Reason;
import io.sluice.exchange.Tier;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonLinesTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static String line(Entry entry, Redaction... redact) {
    return Lines.line(Lines.options(LogFormat.JSON, redact), entry);
  }

  private static JsonNode parsed(Entry entry, Redaction... redact) throws Exception {
    String line = line(entry, redact);
    assertThat(line).endsWith("}\n");
    assertThat(line.lines()).hasSize(1);
    return MAPPER.readTree(line);
  }

  private static Entry entry(String target) {
    return new Entry(arrival(target), answered(), ending(200, null), 1);
  }

  @Test
  void answeredRequest_saysEverything_inAFixedOrder() {
    assertThat(line(entry("/titles/1")))
        .isEqualTo(
            "{\"time\":\"2026-03-01T12:00:00.000001Z\",\"id\":\"id-1\",\"client\":\"10.0.0.7\","
                + "\"method\":\"GET\",\"path\":\"/titles/1\",\"protocol\":\"HTTP/1.1\","
                + "\"status\":200,\"route\":\"titles\",\"tier\":\"p1\",\"lane\":\"main\","
                + "\"backend\":\"library\",\"endpoint\":\"127.0.0.1:8081\",\"weight\":2,"
                + "\"totalMs\":30.000,\"queueMs\":10.000,\"upstreamMs\":20.000,\"headMs\":10.456,"
                + "\"attempts\":1,\"deadlineMs\":1000.000,\"deadlineLeftMs\":970.000,"
                + "\"bytesIn\":5,\"bytesOut\":17,\"userAgent\":\"curl/8\"}\n");
  }

  @Test
  void shed_saysWhichGateRefusedIt_andWhomElseItStandsFor() throws Exception {
    var course = new Course(Lines.exchange("titles", Tier.P2), "library", 1, null, 0, 0, false, 0);
    var line = parsed(new Entry(arrival("/"), course, ending(429, Reason.WATERMARK), 40));

    assertThat(line.get("reason").asText()).isEqualTo("watermark");
    assertThat(line.get("gate").asText()).isEqualTo("admit");
    assertThat(line.get("flags").asText()).isEqualTo("UO");
    assertThat(line.get("represents").asInt()).isEqualTo(40);
    assertThat(line.get("attempts").asInt()).isZero();
    assertThat(line.get("queueMs").asDouble()).isEqualTo(30.0);
    assertThat(line.has("upstreamMs")).isFalse();
    assertThat(line.has("headMs")).isFalse();
    assertThat(line.has("endpoint")).isFalse();
  }

  @Test
  void requestThatSomethingElseAnswered_saysWhat() throws Exception {
    var line =
        parsed(new Entry(arrival("/"), fellBack("cached"), ending(200, Reason.WATERMARK), 1));

    assertThat(line.get("fallback").asText()).isEqualTo("cached");
    assertThat(line.get("reason").asText()).isEqualTo("watermark");
    assertThat(line.get("flags").asText()).isEqualTo("UO,RFCF");
    var prepared =
        parsed(new Entry(arrival("/"), fellBack("static"), ending(200, Reason.WATERMARK), 1));
    assertThat(prepared.get("flags").asText()).isEqualTo("UO");
    var replaced =
        parsed(new Entry(arrival("/"), fellBack("cached"), ending(200, Reason.UPSTREAM_STATUS), 1));
    assertThat(replaced.get("flags").asText()).isEqualTo("RFCF");
    var replayed = parsed(new Entry(arrival("/"), fellBack("replay"), ending(201, null), 1));
    assertThat(replayed.get("fallback").asText()).isEqualTo("replay");
    assertThat(replayed.has("flags")).isFalse();
  }

  private static Course fellBack(String kind) {
    return new Course(Lines.exchange("titles", Tier.P2), "library", 1, null, 0, 0, false, 0, kind);
  }

  @Test
  void unreadableRequest_saysNothingThatIsNotKnown() throws Exception {
    var unreadable = new Arrival(Lines.START, "10.0.0.7", null, null, null, null, null);
    var line = parsed(new Entry(unreadable, null, ending(400, Reason.BAD_REQUEST), 1));

    assertThat(line.get("status").asInt()).isEqualTo(400);
    assertThat(line.get("flags").asText()).isEqualTo("DPE");
    for (String unknown : new String[] {"id", "method", "path", "protocol", "route", "queueMs"}) {
      assertThat(line.has(unknown)).as(unknown).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/\"}\n{\"status\":200",
        "/\r\n{\"time\":\"forged\"}",
        "/\\",
        "/\u0000\u0007\u001b[2J\u007f\u0085",
        "/\u2028\u2029",
        "/Bücher/圖書館/📚",
        "/\ud83d",
        "/\udcda\ud83dx",
      })
  void clientsText_comesBackAsItWas_fromOneWholeLine(String target) throws Exception {
    var hostile = new Arrival(Lines.START, target, target, target, "HTTP/1.1", target, target);
    String line = line(new Entry(hostile, null, ending(404, Reason.NO_ROUTE), 1));

    assertThat(line).matches("[^\\x00-\\x1f\\x7f-\\x9f]*\n");
    assertThat(line).doesNotContain("\u2028", "\u2029");
    JsonNode read = MAPPER.readTree(line);
    for (String field : new String[] {"client", "method", "path", "userAgent", "referer"}) {
      assertThat(read.get(field).textValue()).as(field).isEqualTo(target);
    }
  }

  @Test
  void randomText_comesBackAsItWas() throws Exception {
    long seed = new Random().nextLong();
    var random = new Random(seed);
    for (int round = 0; round < 2000; round++) {
      var text = new StringBuilder();
      for (int i = random.nextInt(40); i >= 0; i--) {
        text.append((char) random.nextInt(random.nextBoolean() ? 0x100 : 0x10000));
      }
      assertThat(parsed(entry(text.toString())).get("path").textValue())
          .as("seed %d", seed)
          .isEqualTo(text.toString());
    }
  }

  @Test
  void longText_isCut_andSaysSo() throws Exception {
    String path = parsed(entry("/" + "a".repeat(10_000))).get("path").textValue();

    assertThat(path).hasSize(Arrival.MOST_CHARS + 1).endsWith("a\u2026");
  }

  @Test
  void query_isNotSaid_whenRedacted_norThatOfTheReferer() {
    var arrival =
        new Arrival(
            Lines.START,
            "10.0.0.7",
            "GET",
            "/a?token=secret",
            "HTTP/1.1",
            null,
            "https://x/?key=secret");
    var entry = new Entry(arrival, answered(), ending(200, null), 1);

    assertThat(line(entry, Redaction.QUERY))
        .contains("\"path\":\"/a?***\"", "\"referer\":\"https://x/?***\"")
        .doesNotContain("secret");
    assertThat(line(entry)).contains("\"path\":\"/a?token=secret\"");
  }

  @Test
  void whatIsRedacted_isShownAsStars() throws Exception {
    var arrival =
        new Arrival(Lines.START, "10.0.0.7", "GET", "/", "HTTP/1.1", "curl/8", "http://x");
    var line =
        parsed(
            new Entry(arrival, null, ending(404, Reason.NO_ROUTE), 1),
            Redaction.CLIENT,
            Redaction.USER_AGENT,
            Redaction.REFERER);

    assertThat(line.get("client").asText()).isEqualTo("***");
    assertThat(line.get("userAgent").asText()).isEqualTo("***");
    assertThat(line.get("referer").asText()).isEqualTo("***");
  }

  @ParameterizedTest
  @EnumSource(Reason.class)
  void everyReason_isSaidByItsWord(Reason reason) throws Exception {
    var line = parsed(new Entry(arrival("/"), null, ending(500, reason), 1));

    assertThat(line.get("reason").asText()).isEqualTo(reason.code());
    assertThat(line.path("gate").asText("admit")).matches("[a-z]+");
    assertThat(line.path("flags").asText("UO")).matches("[A-Z]{2,4}");
  }

  @Test
  void leftOutAndDropped_areLinesOfTheirOwn() throws Exception {
    var out = new Line();
    var time = new TimeOfDay(Lines.WALL, Lines.START);
    Encoder encoder = Encoder.of(Lines.options(LogFormat.JSON));
    encoder.leftOut(
        new LeftOut("titles", "main", Tier.P2, Reason.LANE_FULL, 7, Lines.START), time, out);
    encoder.dropped(12, Lines.START, time, out);

    assertThat(Lines.text(out).lines())
        .containsExactly(
            "{\"time\":\"2026-03-01T12:00:00.000001Z\",\"event\":\"left-out\",\"route\":\"titles\","
                + "\"tier\":\"p2\",\"lane\":\"main\",\"reason\":\"lane-full\",\"represents\":7}",
            "{\"time\":\"2026-03-01T12:00:00.000001Z\",\"event\":\"dropped\",\"lines\":12}");
  }
}
