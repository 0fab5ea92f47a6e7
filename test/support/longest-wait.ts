/**
 * Longer than any stall of a test machine, and less than the time limit of a test: a wait ends with
 * its event, and this only ends a hang.
 */
export const longestWaitMs = 240_000;
