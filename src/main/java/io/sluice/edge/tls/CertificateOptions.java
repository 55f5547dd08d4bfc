package io.sluice.edge.tls;

import io.sluice.options.Key;

/**
 * A certificate and its key.
 *
 * @param cert PEM file: the certificate, then its chain
 * @param key PEM file: the private key
 */
public record CertificateOptions(
    @Key("PEM file: the certificate, then its chain. Its names decide for whom it is shown (SNI).")
        String cert,
    @Key("PEM file: the private key, not encrypted.") String key) {}
