/** From a route and the facts of a request to tier, kind and idempotence. */
@NullMarked
package io.sluice.classify;

import org.jspecify.annotations.NullMarked;
