/** The command line: one class per command. */
@NullMarked
package io.sluice.cli;

import org.jspecify.annotations.NullMarked;
