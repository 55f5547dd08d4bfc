package io.sluice.admit;

import org.openjdk.jmh.annotations.Threads;

/** {@link AdmissionCases} with two threads that do nothing else. */
@Threads(2)
public class ContendedAdmission extends AdmissionCases {}
