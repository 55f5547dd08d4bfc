package io.sluice.pem;

/** Files that cannot be used; its message names them, and what is wrong, in one line. */
public final class PemFault extends Exception {
  private static final long serialVersionUID = 1;

  PemFault(String message) {
    super(message);
  }

  PemFault(String message, Throwable cause) {
    super(message, cause);
  }
}
