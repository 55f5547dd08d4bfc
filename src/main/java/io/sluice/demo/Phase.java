package io.sluice.demo;

/** A stretch of the resilience demonstration: what goes wrong in it, or is over. */
enum Phase {
  CALM("calm", Kind.CALM),
  SLOW("library 10 x slower", Kind.FAULT),
  AFTER_SLOW("library fast again", Kind.RECOVERY),
  ERRORS("60 % of answers 500", Kind.FAULT),
  AFTER_ERRORS("no more errors", Kind.RECOVERY),
  DEAD("one of 3 endpoints dies", Kind.FAULT),
  SILENT("push never answers, too", Kind.FAULT),
  AFTER_ALL("both are back", Kind.RECOVERY);

  /** What a phase is there to show. */
  enum Kind {
    CALM,
    FAULT,
    /** The fault of the phase before has just ended. */
    RECOVERY
  }

  private final String label;
  private final Kind kind;

  Phase(String label, Kind kind) {
    this.label = label;
    this.kind = kind;
  }

  /** For people. */
  String label() {
    return label;
  }

  /** Whether something is wrong. */
  boolean isFault() {
    return kind == Kind.FAULT;
  }

  boolean isRecovery() {
    return kind == Kind.RECOVERY;
  }
}
