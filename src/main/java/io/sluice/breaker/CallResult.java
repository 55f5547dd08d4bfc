package io.sluice.breaker;

/** What a call said about its backend. */
public enum CallResult {
  /** It is alive: it answered, with a status that is no failure, 4xx among them. */
  SUCCESS,
  /** It is not: no connection, no answer in time, a broken one, or a failing status. */
  FAILURE,
  /** Nothing: the client left, or the gateway itself refused to go on. */
  IGNORED
}
