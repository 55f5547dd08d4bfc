/**
 * The embedded library backend: book loans on a real embedded database, as ordinary blocking code.
 * It knows nothing of deadlines, tiers or shedding; it is what the gateway protects.
 */
@NullMarked
package io.sluice.library;

import org.jspecify.annotations.NullMarked;
