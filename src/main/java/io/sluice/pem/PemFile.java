package io.sluice.pem;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The text of a PEM file (RFC 7468).
 *
 * @param path where it was read from
 * @param text what it held
 */
record PemFile(Path path, String text) {
  private static final long MOST_BYTES = 1024 * 1024;
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\\s]*)-----END \\1-----");

  /** One encoded thing of a file. */
  @SuppressWarnings("ArrayRecordComponent") // read once and never compared
  record Block(String label, byte[] der) {}

  static PemFile read(Path path) throws PemFault {
    try {
      if (Files.size(path) > MOST_BYTES) {
        throw new PemFault(path + " is larger than 1 MiB");
      }
      return new PemFile(path, Files.readString(path, StandardCharsets.ISO_8859_1));
    } catch (NoSuchFileException e) {
      throw new PemFault(path + " does not exist", e);
    } catch (IOException e) {
      throw new PemFault(path + " cannot be read: " + e.getMessage(), e);
    }
  }

  List<Block> blocks() throws PemFault {
    var blocks = new ArrayList<Block>();
    Matcher matcher = BLOCK.matcher(text);
    while (matcher.find()) {
      try {
        byte[] der = Base64.getMimeDecoder().decode(matcher.group(2));
        blocks.add(new Block(matcher.group(1), der));
      } catch (IllegalArgumentException e) {
        throw new PemFault(path + " is not valid PEM: " + e.getMessage(), e);
      }
    }
    return blocks;
  }

  /** All its certificates, in order; at least one. */
  List<X509Certificate> certificates() throws PemFault {
    var certificates = new ArrayList<X509Certificate>();
    for (Block block : blocks()) {
      if (block.label().equals("CERTIFICATE")) {
        certificates.add(certificate(block));
      }
    }
    if (certificates.isEmpty()) {
      throw new PemFault(path + " holds no certificate");
    }
    return certificates;
  }

  private X509Certificate certificate(Block block) throws PemFault {
    try {
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(block.der()));
    } catch (CertificateException e) {
      throw new PemFault(path + " holds a certificate that cannot be read: " + e.getMessage(), e);
    }
  }
}
