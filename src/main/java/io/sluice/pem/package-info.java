/** Certificates and private keys as files: read, and seen to belong together. */
@NullMarked
package io.sluice.pem;

import org.jspecify.annotations.NullMarked;
