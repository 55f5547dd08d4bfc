/** TLS at the front door and towards backends: options, engine, certificates and their renewal. */
@NullMarked
package io.sluice.edge.tls;

import org.jspecify.annotations.NullMarked;
