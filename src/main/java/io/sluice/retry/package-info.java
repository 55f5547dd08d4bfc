/**
 * Whether a failed attempt is made again, when, and at whose expense: the policy of one backend,
 * its budget and the gateway's, and what a backend's {@code Retry-After} means. Pure: the time and
 * the draws are passed in.
 */
@NullMarked
package io.sluice.retry;

import org.jspecify.annotations.NullMarked;
