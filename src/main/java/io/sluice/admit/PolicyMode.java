package io.sluice.admit;

/** What becomes of a policy's decisions. */
public enum PolicyMode {
  /** They are in force. */
  ENFORCE,
  /** They are computed and shown, and change nothing. */
  SHADOW,
  /** There are none. */
  OFF
}
