package io.sluice.accesslog;

import io.sluice.options.Key;
import java.util.List;

/**
 * The access log.
 *
 * @param file {@code off}, {@code stdout}, or a path
 * @param format how a line is written
 * @param shedsPerSecond most lines of refused requests in a second; the others are counted
 * @param buffer most lines on their way to the file; what comes on top is dropped and counted
 * @param redact what is written as {@code ***}
 */
public record AccessLogOptions(
    @Key(
            value = "Where it goes: off, stdout, or a path.",
            byDefault = OFF,
            pattern = "\\S.*",
            expected = "off, stdout, or a path")
        String file,
    @Key(value = "How a line is written.", byDefault = "json") LogFormat format,
    @Key(
            value = "Most lines of refused requests in a second; the others are counted.",
            byDefault = "100",
            min = "0",
            max = "1000000")
        int shedsPerSecond,
    @Key(
            value =
                "Most lines on their way to the file; what comes on top is dropped and counted.",
            byDefault = "8192",
            min = "64",
            max = "1000000")
        int buffer,
    @Key(value = "What is written as ***.", byDefault = "[query]") List<Redaction> redact) {
  private static final String OFF = "off";
  static final String STDOUT = "stdout";

  public AccessLogOptions {
    redact = List.copyOf(redact);
  }

  public boolean isOff() {
    return file.equals(OFF);
  }
}
