/**
 * The demonstrations: the same surge straight at a backend and through the gateway, side by side;
 * and backends that fail behind the gateway, judged by what their clients notice.
 */
@NullMarked
package io.sluice.demo;

import org.jspecify.annotations.NullMarked;
