/** When a refused client should come back. */
@NullMarked
package io.sluice.hint;

import org.jspecify.annotations.NullMarked;
