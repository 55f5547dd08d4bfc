package io.sluice.admit;

/** Is told of every change of a lane's limit, outside its lock, by whoever caused it. */
@FunctionalInterface
public interface MoveListener {
  /** Listens to nothing. */
  MoveListener NONE = (lane, move) -> {};

  /** The limit has moved, or would have if it were enforced. Should be quick. */
  void moved(Lane lane, LimitMove move);
}
