package io.sluice.accesslog;

/** Turns what is to be told into whole lines, each with its end. Not thread-safe. */
interface Encoder {
  void request(Entry entry, TimeOfDay time, Line out);

  /** Refusals that no line stands for. */
  void leftOut(LeftOut refusals, TimeOfDay time, Line out);

  /** Lines that could not be written because too many were on their way. */
  void dropped(long lines, long nowNanos, TimeOfDay time, Line out);

  static Encoder of(AccessLogOptions options) {
    var redacted = new Redacted(options.redact());
    return switch (options.format()) {
      case JSON -> new JsonLines(redacted);
      case COMBINED -> new CombinedLines(redacted);
    };
  }
}
