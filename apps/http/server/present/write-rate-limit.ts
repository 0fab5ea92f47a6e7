import type { Admission } from '@interline/ports';
import type { RequestLimit } from '../limits/request-limit.ts';

/**
 * The limit and how it stands, as draft-ietf-httpapi-ratelimit-headers has it, and as most clients
 * still read it. The seconds tell when the next request is taken from a bucket that is empty, or
 * comes back to one that is not.
 */
export function writeRateLimit(
  { name, requests, perMs }: RequestLimit,
  admission: Admission,
): Record<string, string> {
  const remaining = admission.isAdmitted ? admission.remaining : 0;
  const seconds = Math.ceil(
    (admission.isAdmitted ? admission.freesInMs : admission.retryAfterMs) / 1_000,
  );
  return {
    'ratelimit-policy': `"${name}";q=${requests};w=${perMs / 1_000}`,
    ratelimit: `"${name}";r=${remaining};t=${seconds}`,
    'ratelimit-limit': String(requests),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(seconds),
  };
}
