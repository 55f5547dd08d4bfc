/** Sluice, an HTTP gateway that keeps working when the services behind it cannot keep up. */
@NullMarked
package io.sluice;

import org.jspecify.annotations.NullMarked;
