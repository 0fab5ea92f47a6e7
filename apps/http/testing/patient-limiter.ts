import type { RateLimiter } from '@interline/ports';

/** Counts nothing and takes everything, for tests that are not about limits. */
export const patientLimiter: RateLimiter = {
  async take(_buckets, { requests, perMs }) {
    return { isAdmitted: true, remaining: requests - 1, freesInMs: perMs };
  },
};
