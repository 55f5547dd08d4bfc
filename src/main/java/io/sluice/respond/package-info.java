/** The one table from outcome to answer. */
@NullMarked
package io.sluice.respond;

import org.jspecify.annotations.NullMarked;
