/** The commands: one class each, listed in {@link io.sluice.cli.SluiceCommand#SUBCOMMANDS}. */
@NullMarked
package io.sluice.cli;

import org.jspecify.annotations.NullMarked;
