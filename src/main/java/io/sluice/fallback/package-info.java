/** What answers when a backend does not: the chain of fallbacks, and what is kept for it. */
@NullMarked
package io.sluice.fallback;

import org.jspecify.annotations.NullMarked;
