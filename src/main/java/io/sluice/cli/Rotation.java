package io.sluice.cli;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;

/**
 * SIGUSR1, by which those who rotate logs say that they have renamed a file. Where nobody listens
 * to it, it ends the process.
 */
final class Rotation {
  private Rotation() {}

  /** From now on the action runs at each such signal, on a thread of its own. */
  static void onSignal(Runnable action) {
    // By name: the compiler warns of this class and cannot be told not to, and there is no other.
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      MethodHandle run =
          MethodHandles.lookup()
              .findVirtual(Runnable.class, "run", MethodType.methodType(void.class))
              .bindTo(action);
      Object listener =
          MethodHandleProxies.asInterfaceInstance(
              handler, MethodHandles.dropArguments(run, 0, signal));
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance("USR1"), listener);
    } catch (InvocationTargetException unknown) {
      // There is no such signal on this system, so none will come.
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("SIGUSR1 cannot be listened to", e);
    }
  }
}
