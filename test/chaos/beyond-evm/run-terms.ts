/** How the service holds a run's deposits: short enough to see all of it. */
export const runTerms = { lockMs: 4_000, expiresMs: 14_000 } as const;
