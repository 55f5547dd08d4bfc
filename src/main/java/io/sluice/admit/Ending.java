package io.sluice.admit;

/** How a permit ended, as the limit wants to know it. */
public enum Ending {
  /** The backend answered; its time is a true measurement. */
  SUCCESS,
  /** Nothing was learned: abandoned, cancelled, never dispatched. */
  IGNORED,
  /** The backend was overloaded: a timeout, or its own refusal. */
  DROPPED
}
