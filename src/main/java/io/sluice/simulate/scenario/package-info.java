/** What a scenario file says: the lanes, the backends, the clients, and what must hold. */
@NullMarked
package io.sluice.simulate.scenario;

import org.jspecify.annotations.NullMarked;
