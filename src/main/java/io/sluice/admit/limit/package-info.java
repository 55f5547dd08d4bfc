/** How a lane's limit follows what is behind it: windows of samples in, moves with reasons out. */
@NullMarked
package io.sluice.admit.limit;

import org.jspecify.annotations.NullMarked;
