package io.sluice.accesslog;

import org.jspecify.annotations.Nullable;

/**
 * NCSA's combined format. It has no place for what a line stands for, so refusals that were left
 * out, and lines that were dropped, are only in the metrics.
 */
final class CombinedLines implements Encoder {
  private final Redacted redacted;
  private final Timestamps stamps = Timestamps.combined();

  CombinedLines(Redacted redacted) {
    this.redacted = redacted;
  }

  @Override
  public void request(Entry entry, TimeOfDay time, Line out) {
    Arrival arrival = entry.arrival();
    String client = redacted.client(arrival);
    out.quoted(client == null ? "-" : client)
        .plain(" - - [")
        .plain(stamps.second(time.epochMicros(arrival.atNanos())))
        .plain("] \"");
    requestLine(arrival, out);
    out.plain("\" ")
        .number(entry.ending().status())
        .plain(' ')
        .number(entry.ending().bytesOut())
        .plain(" \"")
        .quoted(orDash(redacted.referer(arrival)))
        .plain("\" \"")
        .quoted(orDash(redacted.userAgent(arrival)))
        .plain("\"\n");
  }

  private void requestLine(Arrival arrival, Line out) {
    String target = redacted.target(arrival);
    if (arrival.method() == null || target == null) {
      out.plain('-');
      return;
    }
    out.quoted(arrival.method()).plain(' ').quoted(target);
    if (arrival.protocol() != null) {
      out.plain(' ').plain(arrival.protocol());
    }
  }

  private static String orDash(@Nullable String text) {
    return text == null ? "-" : text;
  }

  @Override
  public void leftOut(LeftOut refusals, TimeOfDay time, Line out) {
    // no line of this format could say it
  }

  @Override
  public void dropped(long lines, long nowNanos, TimeOfDay time, Line out) {
    // likewise
  }
}
