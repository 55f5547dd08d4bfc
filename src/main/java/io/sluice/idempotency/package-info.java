/** Idempotency keys: a write that was done is not done again, however often its client asks. */
@NullMarked
package io.sluice.idempotency;

import org.jspecify.annotations.NullMarked;
