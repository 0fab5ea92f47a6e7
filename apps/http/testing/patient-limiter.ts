import type { RememberingLimiter } from '@interline/ports';

/** Counts nothing and takes everything, for tests that are not about limits. */
export const patientLimiter: RememberingLimiter = {
  takeOnce: async () => ({ isNew: true, sinceMs: 0, nowMs: Date.now() }),
  async take(_buckets, { requests, perMs }) {
    return { isAdmitted: true, remaining: requests - 1, freesInMs: perMs };
  },
};
