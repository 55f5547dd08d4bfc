package io.sluice.edge.tls;

import io.sluice.observe.Renewals;
import io.sluice.pem.PemFault;
import io.vertx.core.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * Looks at the front door's certificate files every few seconds, and has changed ones used. Files
 * that cannot be used change nothing, are counted and said once; two files that are being replaced
 * one after the other have until the next look to fit together. A thread of its own, as reading
 * files blocks.
 */
public final class CertificateWatch implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger("io.sluice.tls");

  private final ServerTlsOptions options;
  private final Function<ServerCertificates, Future<?>> use;
  private final Renewals renewals;
  private final Thread thread;
  private volatile boolean closed;

  private ServerCertificates used;
  private String suspicion = "";
  private boolean said;

  private CertificateWatch(
      ServerCertificates used, Function<ServerCertificates, Future<?>> use, Renewals renewals) {
    this.options = used.options();
    this.used = used;
    this.use = use;
    this.renewals = renewals;
    this.thread = Thread.ofPlatform().daemon().name("sluice-certificates").unstarted(this::run);
  }

  /**
   * Begins to watch.
   *
   * @param used what is in use now
   * @param use makes others be used, for new connections
   */
  public static CertificateWatch start(
      ServerCertificates used, Function<ServerCertificates, Future<?>> use, Renewals renewals) {
    var watch = new CertificateWatch(used, use, renewals);
    watch.thread.start();
    return watch;
  }

  private void run() {
    while (!closed) {
      LockSupport.parkNanos(this, options.reloadEvery().toNanos());
      if (!closed) {
        look();
      }
    }
  }

  private void look() {
    try {
      ServerCertificates found = ServerCertificates.read(options);
      if (!found.equals(used)) {
        use.apply(found).toCompletionStage().toCompletableFuture().join();
        used = found;
        renewals.done();
        LOG.log(System.Logger.Level.INFO, "using the changed certificates: " + found.pairs());
      }
      suspicion = "";
      said = false;
    } catch (PemFault | RuntimeException unusable) {
      suspect(String.valueOf(unusable.getMessage()));
    }
  }

  private void suspect(String fault) {
    boolean again = fault.equals(suspicion);
    if (!again) {
      suspicion = fault;
      said = false;
    } else if (!said) {
      said = true;
      renewals.failed();
      LOG.log(System.Logger.Level.WARNING, "keeping the certificates in use: " + fault);
    }
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }
}
