/** The operator's listener: health, readiness, metrics. */
@NullMarked
package io.sluice.admin;

import org.jspecify.annotations.NullMarked;
