/**
 * Real threads for blocking work: N workers, a bounded tier-ordered backlog, abort, and cancelling
 * that interrupts.
 */
@NullMarked
package io.sluice.dispatch;

import org.jspecify.annotations.NullMarked;
