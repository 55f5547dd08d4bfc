/**
 * From a YAML file to option records, or to every fault in it with its place. Nothing outside this
 * package and the commands knows YAML.
 */
@NullMarked
package io.sluice.config;

import org.jspecify.annotations.NullMarked;
