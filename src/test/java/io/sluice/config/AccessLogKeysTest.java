package io.sluice.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.accesslog.LogFormat;
import io.sluice.accesslog.Redaction;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccessLogKeysTest {
  @TempDir private Path folder;

  private Sample sample(String keys) {
    return Sample.of(folder, "accessLog: { " + keys + " }\n" + Sample.REST);
  }

  @Test
  void leftOut_isOff() {
    var options = Sample.of(folder, Sample.REST).options().accessLog();
    assertThat(options.isOff()).isTrue();
    assertThat(options.redact()).containsExactly(Redaction.QUERY);
  }

  @Test
  void everyKey_isRead() {
    var options =
        sample(
                "file: a.log, format: combined, shedsPerSecond: 0, buffer: 64,"
                    + " redact: [client, user-agent, referer]")
            .options()
            .accessLog();
    assertThat(options.isOff()).isFalse();
    assertThat(options.file()).isEqualTo("a.log");
    assertThat(options.format()).isEqualTo(LogFormat.COMBINED);
    assertThat(options.shedsPerSecond()).isZero();
    assertThat(options.buffer()).isEqualTo(64);
    assertThat(options.redact())
        .containsExactly(Redaction.CLIENT, Redaction.USER_AGENT, Redaction.REFERER);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "file: '' | file: \"\" (expected: off, stdout, or a path)",
        "format: xml | format: xml (expected: one of json, combined)",
        "shedsPerSecond: -1 | shedsPerSecond: -1 (expected: 0..1000000)",
        "buffer: 63 | buffer: 63 (expected: 64..1000000)",
        "redact: [cookies] | redact[0]: cookies (expected: one of query, client, user-agent, referer)",
        "redact: query | redact: query (expected: a list)",
        "path: a.log | path: unknown key",
      })
  void whatMakesNoSense_isRefused_withItsPlace(String keys, String fault) {
    assertThat(sample(keys).faults())
        .singleElement()
        .asString()
        .startsWith("c.yaml:1:")
        .contains("accessLog." + fault);
  }
}
