/** What a rehearsal looks like: as text, as JSON, as a page with charts. */
@NullMarked
package io.sluice.simulate.report;

import org.jspecify.annotations.NullMarked;
