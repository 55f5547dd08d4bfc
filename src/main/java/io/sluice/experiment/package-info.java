/**
 * Experiments with real threads in real time, beside what the models predict. What they try out is
 * used nowhere else: this is the one place for the JDK's ways to lose work or to do it in the
 * submitter.
 */
@NullMarked
package io.sluice.experiment;

import org.jspecify.annotations.NullMarked;
