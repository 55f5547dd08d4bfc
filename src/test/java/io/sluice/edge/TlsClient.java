package io.sluice.edge;

import io.sluice.pem.TestCertificates;
import java.net.InetAddress;
import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509KeyManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/** TLS sockets that believe anybody, so that a test can look at whom it got. */
final class TlsClient {
  private static final TrustManager[] ANYBODY = {
    new X509TrustManager() {
      @Override
      public void checkClientTrusted(X509Certificate[] chain, String type) {}

      @Override
      public void checkServerTrusted(X509Certificate[] chain, String type) {}

      @Override
      public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
      }
    }
  };

  /** Shows its certificate whether or not the server has named its issuer. */
  private static final class Insistent extends X509ExtendedKeyManager {
    private final X509KeyManager keys;
    private final String alias;

    Insistent(TestCertificates.Pair own) throws Exception {
      var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(own.store(), own.password());
      keys = (X509KeyManager) factory.getKeyManagers()[0];
      alias = own.store().aliases().nextElement();
    }

    @Override
    public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
      return alias;
    }

    @Override
    public String[] getClientAliases(String type, Principal[] issuers) {
      return new String[] {alias};
    }

    @Override
    public String[] getServerAliases(String type, Principal[] issuers) {
      return new String[0];
    }

    @Override
    public @Nullable String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
      return null;
    }

    @Override
    public X509Certificate[] getCertificateChain(String name) {
      return keys.getCertificateChain(name);
    }

    @Override
    public PrivateKey getPrivateKey(String name) {
      return keys.getPrivateKey(name);
    }
  }

  private TlsClient() {}

  /**
   * A connection, its handshake done.
   *
   * @param host asked for by SNI; none if empty
   * @param own shown if asked for
   * @param protocols offered by ALPN
   */
  static SSLSocket connect(
      int port, String host, TestCertificates.@Nullable Pair own, String... protocols)
      throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    KeyManager[] keys = own == null ? null : new KeyManager[] {new Insistent(own)};
    context.init(keys, ANYBODY, null);
    var socket =
        (SSLSocket) context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(20_000);
    SSLParameters parameters = socket.getSSLParameters();
    if (!host.isEmpty()) {
      parameters.setServerNames(List.of(new SNIHostName(host)));
    }
    parameters.setApplicationProtocols(protocols);
    socket.setSSLParameters(parameters);
    socket.startHandshake();
    return socket;
  }

  /** The common name of the certificate that the server has shown. */
  static String shown(SSLSocket socket) throws Exception {
    var certificate = (X509Certificate) socket.getSession().getPeerCertificates()[0];
    return certificate.getSubjectX500Principal().getName();
  }
}
