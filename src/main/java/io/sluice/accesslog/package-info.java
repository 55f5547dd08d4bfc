/** One line for every request: what it is told in, what is left out of it, and who writes it. */
@NullMarked
package io.sluice.accesslog;

import org.jspecify.annotations.NullMarked;
