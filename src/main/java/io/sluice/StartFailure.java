package io.sluice;

/** Why a gateway could not start, in one line for the person who tried. */
public final class StartFailure extends Exception {
  StartFailure(String message) {
    super(message);
  }

  StartFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
