package io.sluice.pem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of certificate files that cannot be used. */
class PemPairTest {
  private static final List<String> RSA = List.of("-keyalg", "RSA", "-keysize", "2048");

  @TempDir private static Path folder;

  private static TestCertificates.Pair elliptic;
  private static TestCertificates.Pair other;
  private static TestCertificates.Pair rsa;

  @BeforeAll
  static void make() throws Exception {
    elliptic = TestCertificates.make(folder, "elliptic", "a.example");
    other = TestCertificates.make(folder, "other", "b.example");
    rsa = TestCertificates.make(folder, "rsa", "c.example", RSA);
  }

  private static void assertFault(Path cert, Path key, String... words) {
    assertThatThrownBy(() -> PemPair.read(cert, key))
        .isInstanceOf(PemFault.class)
        .message()
        .contains(words)
        .doesNotContain("\n");
  }

  @Test
  void aPair_isReadWhole() throws Exception {
    PemPair pair = PemPair.read(elliptic.cert(), elliptic.key());

    assertThat(pair.chain()).hasSize(1);
    assertThat(pair.keyPem()).startsWith("-----BEGIN PRIVATE KEY-----");
    assertThat(pair.toString()).contains("CN=elliptic").doesNotContain("PRIVATE");
    assertThat(pair).isEqualTo(PemPair.read(elliptic.cert(), elliptic.key()));
  }

  @Test
  void olderFormsOfKeys_areRead_andMeanTheSame() throws Exception {
    assertOlderForm(rsa, "RSA PRIVATE KEY");
    assertOlderForm(elliptic, "EC PRIVATE KEY");
  }

  private static void assertOlderForm(TestCertificates.Pair pair, String label) throws Exception {
    String text = Files.readString(pair.key());
    byte[] pkcs8 = Base64.getMimeDecoder().decode(text.replaceAll("-----[A-Z ]+-----", ""));
    Path file = folder.resolve(label);
    Files.writeString(file, TestCertificates.pem(label, innerKey(pkcs8)));

    PemPair older = PemPair.read(pair.cert(), file);
    assertThat(older.chain()).isEqualTo(PemPair.read(pair.cert(), pair.key()).chain());
  }

  /** What PKCS #8 wraps: the third element of its sequence. */
  private static byte[] innerKey(byte[] pkcs8) {
    var in = new ByteArrayInputStream(pkcs8);
    enter(in);
    in.skip(enter(in)); // version
    in.skip(enter(in)); // algorithm
    int length = enter(in);
    return Arrays.copyOf(in.readAllBytes(), length);
  }

  private static int enter(ByteArrayInputStream in) {
    in.read();
    int first = in.read();
    int length = first < 0x80 ? first : 0;
    for (int i = 0x80; i < first; i++) {
      length = length << 8 | in.read();
    }
    return length;
  }

  @Test
  void aMissingFile_isNamed() {
    assertFault(folder.resolve("no.crt"), elliptic.key(), "no.crt", "does not exist");
    assertFault(elliptic.cert(), folder.resolve("no.key"), "no.key", "does not exist");
    assertFault(folder, elliptic.key(), "cannot be read");
  }

  @Test
  void aKeyOfAnotherCertificate_isNamedWithIt() {
    assertFault(elliptic.cert(), other.key(), "other.key", "is not the key of", "elliptic.crt");
    assertFault(elliptic.cert(), rsa.key(), "rsa.key", "EC");
  }

  @Test
  void filesOfOtherThings_areNamed() throws Exception {
    assertFault(elliptic.key(), elliptic.key(), "elliptic.key", "no certificate");
    assertFault(elliptic.cert(), elliptic.cert(), "elliptic.crt", "no private key");
    Path encrypted = folder.resolve("encrypted.key");
    Files.writeString(encrypted, TestCertificates.pem("ENCRYPTED PRIVATE KEY", new byte[] {1}));
    assertFault(elliptic.cert(), encrypted, "encrypted.key", "encrypted");
    Path garbage = folder.resolve("garbage.crt");
    Files.writeString(garbage, TestCertificates.pem("CERTIFICATE", new byte[] {1, 2, 3}));
    assertFault(garbage, elliptic.key(), "garbage.crt", "cannot be read");
  }

  @Test
  void authorities_mustBeSome() {
    assertThatThrownBy(() -> PemTrust.read(elliptic.key()))
        .isInstanceOf(PemFault.class)
        .hasMessageContaining("no certificate");
  }
}
