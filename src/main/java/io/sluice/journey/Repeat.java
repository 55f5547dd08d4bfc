package io.sluice.journey;

/** What the driver knows of sending the same request once more. */
public enum Repeat {
  /** It cannot be: of its body some has been passed on that nobody has kept. */
  IMPOSSIBLE,
  /** It can, though only where it has been before. */
  HERE,
  /** It can, to an endpoint that has not been tried yet. */
  ELSEWHERE
}
