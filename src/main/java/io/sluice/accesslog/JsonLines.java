package io.sluice.accesslog;

import io.sluice.exchange.Exchange;
import io.sluice.exchange.Reason;
import org.jspecify.annotations.Nullable;

/** One JSON object a line. A field that has no value is left out. */
final class JsonLines implements Encoder {
  private final Redacted redacted;
  private final Timestamps stamps = Timestamps.iso();

  JsonLines(Redacted redacted) {
    this.redacted = redacted;
  }

  @Override
  public void request(Entry entry, TimeOfDay time, Line out) {
    Arrival arrival = entry.arrival();
    Ending ending = entry.ending();
    Course course = entry.course();
    begin(time.epochMicros(arrival.atNanos()), out);
    if (course != null) {
      text("id", course.exchange().id(), out);
    }
    text("client", redacted.client(arrival), out);
    text("method", arrival.method(), out);
    text("path", redacted.target(arrival), out);
    text("protocol", arrival.protocol(), out);
    number("status", ending.status(), out);
    if (course != null) {
      placement(course, out);
    }
    String fallback = course == null ? null : course.fallback();
    reason(ending.reason(), fallback, out);
    millis("totalMs", ending.atNanos() - arrival.atNanos(), out);
    if (course != null) {
      times(course, ending, out);
    }
    number("bytesIn", ending.bytesIn(), out);
    number("bytesOut", ending.bytesOut(), out);
    if (entry.represents() > 1) {
      number("represents", entry.represents(), out);
    }
    text("userAgent", redacted.userAgent(arrival), out);
    text("referer", redacted.referer(arrival), out);
    end(out);
  }

  private static void placement(Course course, Line out) {
    Exchange exchange = course.exchange();
    text("route", exchange.route(), out);
    word("tier", exchange.tier().code(), out);
    text("lane", exchange.lane(), out);
    text("backend", course.backend(), out);
    text("endpoint", course.endpoint(), out);
    number("weight", course.weight(), out);
  }

  private static void reason(@Nullable Reason reason, @Nullable String fallback, Line out) {
    if (fallback != null) {
      word("fallback", fallback, out);
    }
    if (reason == null) {
      return;
    }
    word("reason", reason.code(), out);
    Step stopped = Step.of(reason);
    if (stopped != null) {
      word("gate", stopped.code(), out);
    }
    String flags = ResponseFlag.all(reason, fallback);
    if (flags != null) {
      word("flags", flags, out);
    }
  }

  private static void times(Course course, Ending ending, Line out) {
    Exchange exchange = course.exchange();
    boolean called = course.attempts() > 0;
    long leftTheQueueNanos = called ? course.dispatchedNanos() : ending.atNanos();
    millis("queueMs", leftTheQueueNanos - exchange.startNanos(), out);
    if (called) {
      millis("upstreamMs", ending.atNanos() - course.dispatchedNanos(), out);
    }
    if (course.answered()) {
      millis("headMs", course.headNanos() - course.dispatchedNanos(), out);
    }
    number("attempts", course.attempts(), out);
    millis("deadlineMs", exchange.deadline().remainingNanos(exchange.startNanos()), out);
    millis("deadlineLeftMs", exchange.deadline().remainingNanos(ending.atNanos()), out);
  }

  @Override
  public void leftOut(LeftOut refusals, TimeOfDay time, Line out) {
    begin(time.epochMicros(refusals.untilNanos()), out);
    word("event", "left-out", out);
    text("route", refusals.route(), out);
    word("tier", refusals.tier().code(), out);
    text("lane", refusals.lane(), out);
    word("reason", refusals.reason().code(), out);
    number("represents", refusals.count(), out);
    end(out);
  }

  @Override
  public void dropped(long lines, long nowNanos, TimeOfDay time, Line out) {
    begin(time.epochMicros(nowNanos), out);
    word("event", "dropped", out);
    number("lines", lines, out);
    end(out);
  }

  private void begin(long epochMicros, Line out) {
    out.plain("{\"time\":\"")
        .plain(stamps.second(epochMicros))
        .plain('.')
        .padded(Timestamps.microsOfSecond(epochMicros), 6)
        .plain("Z\"");
  }

  private static void end(Line out) {
    out.plain("}\n");
  }

  private static Line key(String name, Line out) {
    return out.plain(",\"").plain(name).plain("\":");
  }

  private static void text(String name, @Nullable String value, Line out) {
    if (value != null) {
      key(name, out).plain('"').json(value).plain('"');
    }
  }

  private static void word(String name, String ours, Line out) {
    key(name, out).plain('"').plain(ours).plain('"');
  }

  private static void number(String name, long value, Line out) {
    key(name, out).number(value);
  }

  private static void millis(String name, long nanos, Line out) {
    key(name, out).millis(nanos);
  }
}
