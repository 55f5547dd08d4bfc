package io.sluice.accesslog;

/** How a line of the access log is written. */
public enum LogFormat {
  /** One JSON object; says everything. */
  JSON,
  /** NCSA's combined format, for tools that know nothing else. */
  COMBINED
}
