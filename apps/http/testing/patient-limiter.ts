import type { RememberingLimiter } from '@interline/ports';

/** Counts nothing and takes everything, for tests that are not about limits. */
export const patientLimiter: RememberingLimiter = {
  rememberedSinceMs: () => 0,
  async take(_buckets, { requests, perMs }) {
    return { isAdmitted: true, remaining: requests - 1, freesInMs: perMs };
  },
};
