package io.sluice.pem;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Self-signed certificates for tests, made by the JDK's keytool and written as PEM files. */
public final class TestCertificates {
  private static final String PASSWORD = "secret";

  /**
   * One certificate with its key.
   *
   * @param cert PEM file
   * @param key PEM file, PKCS #8
   */
  public record Pair(Path cert, Path key, KeyStore store) {
    /** Writes this pair over another's files. */
    public void replace(Pair other) throws IOException {
      Files.copy(cert, other.cert(), StandardCopyOption.REPLACE_EXISTING);
      Files.copy(key, other.key(), StandardCopyOption.REPLACE_EXISTING);
    }

    public char[] password() {
      return PASSWORD.toCharArray();
    }
  }

  private TestCertificates() {}

  /** A certificate on an elliptic curve for a host name; 127.0.0.1 is always among its names. */
  public static Pair make(Path folder, String name, String host) throws Exception {
    return make(folder, name, host, List.of("-keyalg", "EC", "-groupname", "secp256r1"));
  }

  /** The same with a key of another kind. */
  static Pair make(Path folder, String name, String host, List<String> kind) throws Exception {
    Path keystore = folder.resolve(name + ".p12");
    var command =
        new ArrayList<String>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                name,
                "-dname",
                "CN=" + name,
                "-ext",
                "SAN=dns:" + host + ",ip:127.0.0.1",
                "-ext",
                "BC=ca:true",
                "-validity",
                "30",
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                keystore.toString()));
    command.addAll(kind);
    Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(keytool.getInputStream().readAllBytes());
    if (keytool.waitFor() != 0) {
      throw new IOException("keytool: " + said);
    }
    return export(folder, name, keystore);
  }

  private static Pair export(Path folder, String name, Path keystore)
      throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(keystore)) {
      store.load(in, PASSWORD.toCharArray());
    }
    Certificate certificate = store.getCertificate(name);
    PrivateKey key = (PrivateKey) store.getKey(name, PASSWORD.toCharArray());
    Path certFile = folder.resolve(name + ".crt");
    Path keyFile = folder.resolve(name + ".key");
    Files.writeString(certFile, pem("CERTIFICATE", certificate.getEncoded()));
    Files.writeString(keyFile, pem("PRIVATE KEY", key.getEncoded()));
    return new Pair(certFile, keyFile, store);
  }

  static String pem(String label, byte[] der) {
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
        .formatted(label, Base64.getMimeEncoder().encodeToString(der), label);
  }
}
