package io.sluice.spi;

/**
 * Blocking Java behind a route. Found with {@link java.util.ServiceLoader} and named in the
 * configuration as {@code backends.<name>.inProcess}.
 *
 * <p>{@link #handle} is called on a thread of the lane's bounded workers, never on an event loop,
 * by as many threads at once as the lane has workers. When the caller's time is up or the caller
 * has gone, that thread is interrupted; code that ignores the interrupt keeps its worker, and its
 * permit, until it returns.
 */
public interface BlockingBackend extends AutoCloseable {
  /** The word the configuration uses; unique among the backends on the class path. */
  String name();

  /** Called once, before the first request. */
  default void start() throws Exception {}

  /**
   * Answers one call.
   *
   * @throws InterruptedException when interrupted: the caller no longer wants the answer
   * @throws Exception on any fault; the caller is answered 502 with reason {@code backend-failed}
   */
  Answer handle(Call call) throws Exception;

  /** Called once, after the last request has ended. */
  @Override
  default void close() {}
}
