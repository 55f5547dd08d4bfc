package io.sluice.library;

/**
 * Who answers the calls of the stand-alone server, whichever endpoint they come in by.
 *
 * @param workers do the work
 * @param service the business
 * @param ledger what the database says
 * @param stats counts
 * @param knobs how it behaves
 * @param control is asked on event loops
 */
record Desk(
    WorkerPool workers,
    LibraryService service,
    Ledger ledger,
    Stats stats,
    Knobs knobs,
    ControlPlane control) {}
