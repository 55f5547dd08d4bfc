/** What option records are made of: documented keys, sizes and shares. */
@NullMarked
package io.sluice.options;

import org.jspecify.annotations.NullMarked;
