package io.sluice.demo;

/**
 * One thing that the demonstration has to show.
 *
 * @param what it is about
 * @param bound what is asked for
 * @param measured what came out
 * @param met whether that is enough
 */
record Bar(String what, String bound, String measured, boolean met) {}
