import { wholeLane } from '@interline/core/private-lane';
import type { Admission, Quota } from '@interline/ports';

/** How often one client may ask: data of an endpoint's row. */
export interface RequestLimit extends Quota {
  /** Rows of one name share one count; the headers say it. */
  readonly name: string;
  /** Neither a key nor a pass takes one past it. */
  readonly isFixed?: true;
  /**
   * In the private lane, where all are one client, its row counts by itself, with `countInLane`, once
   * a request is known to be more than a wrong one: those would use up what is everybody's.
   */
  readonly isCountedLateInLane?: true;
  /** A key is not looked at: what it asks for is counted to it elsewhere. */
  readonly isKeyless?: true;
  /** Of answers out of the service's own memory or store: the private lane has more of them. */
  readonly isRead?: true;
}

export function perMinute(name: string, requests: number): RequestLimit {
  return { name, requests, perMs: 60_000 };
}

/** For reads that the service answers out of its own memory or store. */
export function readLimit(name: string, requests = 120): RequestLimit {
  return { ...perMinute(name, requests), isRead: true };
}

/** A read brings no pass, so that one sender of two a second would shut out everybody else. */
const readersInLane = 100;

/** The limit that all senders of the private lane share. */
export function limitOfLane(limit: RequestLimit): RequestLimit {
  if (limit.isRead !== true) return limit;
  return { ...limit, requests: Math.min(limit.requests * readersInLane, wholeLane.requests) };
}

/**
 * The limit and how it stands, as draft-ietf-httpapi-ratelimit-headers has it, and as most clients
 * still read it. The seconds tell when the next request is taken from a bucket that is empty, or
 * comes back to one that is not.
 */
export function presentRateLimit(
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
