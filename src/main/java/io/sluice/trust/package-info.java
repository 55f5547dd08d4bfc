/** Who is calling: API keys, and what the claims of a verified token say. */
@NullMarked
package io.sluice.trust;

import org.jspecify.annotations.NullMarked;
