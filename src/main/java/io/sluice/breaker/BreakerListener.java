package io.sluice.breaker;

/** Is told of every transition of a breaker, by whoever caused it, after it is done. */
@FunctionalInterface
public interface BreakerListener {
  /** Listens to nothing. */
  BreakerListener NONE = transition -> {};

  /**
   * The breaker has moved. Should be quick. Two transitions caused by two threads within the same
   * moment may be told in either order; their times say which came first.
   */
  void moved(Transition transition);
}
