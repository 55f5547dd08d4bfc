/** What can be said of overload before it happens: models, without threads and without sockets. */
@NullMarked
package io.sluice.simulate;

import org.jspecify.annotations.NullMarked;
