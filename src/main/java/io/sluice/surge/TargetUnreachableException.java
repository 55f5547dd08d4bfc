package io.sluice.surge;

import java.net.URI;

/** Nobody listens where the load was aimed. */
public final class TargetUnreachableException extends RuntimeException {
  TargetUnreachableException(URI target, Throwable cause) {
    super(target + " cannot be reached: " + cause.getMessage(), cause);
  }
}
