/**
 * The demonstration: the same surge straight at a backend and through the gateway, side by side.
 */
@NullMarked
package io.sluice.demo;

import org.jspecify.annotations.NullMarked;
