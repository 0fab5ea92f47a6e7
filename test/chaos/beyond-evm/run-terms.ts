/** How the service holds a run's deposits: short enough to see all of it. */
export const runTerms = {
  lockMs: 4_000,
  minedWithinMs: 10_000,
  expiresMs: 14_000,
  idleSweeps: 1,
} as const;
