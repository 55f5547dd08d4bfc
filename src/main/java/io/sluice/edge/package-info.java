/** The Vert.x side of a request: front door, upstream calls, workers, replies. */
@NullMarked
package io.sluice.edge;

import org.jspecify.annotations.NullMarked;
