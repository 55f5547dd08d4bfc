package io.sluice.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KnobsTest {
  private final Knobs knobs = new Knobs(Behaviour.of(Duration.ofMillis(6), 0));

  @Test
  void change_leavesAloneWhatIsNotNamed() {
    knobs.change(new JsonObject("{\"serviceMs\":7.7}"));
    knobs.change(new JsonObject("{\"failureRate\":0.5}"));

    assertThat(knobs.general()).isEqualTo(new Behaviour(7_700_000, 0.5));
    assertThat(knobs.general().serviceMsText()).isEqualTo("7.7");
  }

  @Test
  void change_makesAndRemovesExceptionsForChannels() {
    knobs.change(new JsonObject("{\"channels\":{\"mail\":{\"serviceMs\":500}}}"));

    assertThat(knobs.of(Channel.MAIL)).isEqualTo(new Behaviour(500_000_000, 0));
    assertThat(knobs.of(Channel.SMS)).isEqualTo(knobs.general());
    assertThat(knobs.toJson().encode())
        .isEqualTo(
            "{\"serviceMs\":6,\"failureRate\":0.0,"
                + "\"channels\":{\"mail\":{\"serviceMs\":500,\"failureRate\":0.0}}}");

    knobs.change(new JsonObject("{\"channels\":{\"mail\":null}}"));
    assertThat(knobs.of(Channel.MAIL)).isEqualTo(knobs.general());
  }

  @Test
  void channel_canBeSilent_andIsHeardAgain() {
    knobs.change(new JsonObject("{\"channels\":{\"push\":{\"silent\":true}}}"));

    assertThat(knobs.isSilent(Channel.PUSH)).isTrue();
    assertThat(knobs.isSilent(Channel.MAIL)).isFalse();
    assertThat(knobs.of(Channel.PUSH)).isEqualTo(knobs.general());
    assertThat(knobs.toJson().getJsonObject("channels").encode())
        .isEqualTo("{\"push\":{\"silent\":true}}");

    knobs.change(new JsonObject("{\"channels\":{\"push\":{\"silent\":false}}}"));
    assertThat(knobs.isSilent(Channel.PUSH)).isFalse();
    knobs.change(new JsonObject("{\"channels\":{\"push\":{\"silent\":true}}}"));
    knobs.change(new JsonObject("{\"channels\":{\"push\":null}}"));
    assertThat(knobs.isSilent(Channel.PUSH)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"serviceMs\":-1} | serviceMs: -1 (expected: 0..60000 milliseconds)",
        "{\"serviceMs\":60001} | serviceMs: 60001 (expected: 0..60000 milliseconds)",
        "{\"serviceMs\":1e300} | (expected: 0..60000 milliseconds)",
        "{\"serviceMs\":\"6\"} | serviceMs: 6 (expected: a number)",
        "{\"serviceMs\":null} | serviceMs: null (expected: a number)",
        "{\"failureRate\":1.1} | failureRate: 1.1 (expected: 0..1)",
        "{\"failureRate\":-0.1} | failureRate: -0.1 (expected: 0..1)",
        "{\"failurerate\":0} | failurerate: unknown (expected: serviceMs, failureRate)",
        "{\"channels\":[]} | channels: [] (expected: an object)",
        "{\"channels\":{\"fax\":{}}} | channels.fax: unknown (expected: mail, sms, push)",
        "{\"channels\":{\"sms\":{\"silent\":1}}} | channels.sms.silent: 1 (expected: true or false)",
        "{\"channels\":{\"sms\":5}} | channels.sms: 5 (expected: an object or null)",
        "{\"serviceMs\":9,\"channels\":{\"sms\":{\"failureRate\":2}}} | failureRate: 2.0"
      })
  void change_changesNothingAndSaysWhatItExpected_whenInputIsBad(String wanted, String sentence) {
    JsonObject before = knobs.toJson();

    assertThatThrownBy(() -> knobs.change(new JsonObject(wanted)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(sentence);

    assertThat(knobs.toJson()).isEqualTo(before);
  }
}
