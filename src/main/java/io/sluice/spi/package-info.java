/** What users implement: blocking Java behind a route, run on the lane's bounded workers. */
@NullMarked
package io.sluice.spi;

import org.jspecify.annotations.NullMarked;
