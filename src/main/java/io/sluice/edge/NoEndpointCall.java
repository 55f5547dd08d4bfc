package io.sluice.edge;

import io.sluice.exchange.Reason;
import io.sluice.journey.Action;

/** A call of a backend of which no instance is known: over as it begins. */
record NoEndpointCall(Listener listener) implements BackendCall {
  @Override
  public void start(Action.Attempt attempt) {
    listener.failed(Reason.NO_ENDPOINT);
    listener.over();
  }

  @Override
  public void relay(boolean lastOnConnection) {
    throw new IllegalStateException("no answer");
  }

  @Override
  public void cancel() {
    // nothing has been begun
  }

  @Override
  public boolean touchedBackend() {
    return false;
  }
}
