package io.sluice.admit;

import org.openjdk.jmh.annotations.Threads;

/** {@link AdmissionCases} with a thread alone. */
@Threads(1)
public class UncontendedAdmission extends AdmissionCases {}
