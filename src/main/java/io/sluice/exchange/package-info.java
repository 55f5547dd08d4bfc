/** The facts of one request, and every way it can end. */
@NullMarked
package io.sluice.exchange;

import org.jspecify.annotations.NullMarked;
