/** Recorded traffic: access logs read, and sent through the lanes of a configuration once more. */
@NullMarked
package io.sluice.simulate.replay;

import org.jspecify.annotations.NullMarked;
