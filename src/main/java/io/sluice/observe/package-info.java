/** What is counted, under which names; no clock, no threads, no exporter. */
@NullMarked
package io.sluice.observe;

import org.jspecify.annotations.NullMarked;
