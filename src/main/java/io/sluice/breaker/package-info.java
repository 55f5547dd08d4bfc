/** Whether a backend is called at all: a circuit breaker for each, as pure states. */
@NullMarked
package io.sluice.breaker;

import org.jspecify.annotations.NullMarked;
