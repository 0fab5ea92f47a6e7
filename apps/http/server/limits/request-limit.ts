import { wholeLane } from '@interline/core/private-lane';
import type { Admission, Quota } from '@interline/ports';

/** How often one client may ask: data of an endpoint's row. */
export interface RequestLimit extends Quota {
  /** Rows of one name share one count; the headers say it. */
  readonly name: string;
  /** Neither a key nor a pass takes one past it. */
  readonly isFixed?: true;
  /**
   * In the private lane, where all senders are one client, the row itself counts a request with
   * `countInLane`, once it knows that the request is not simply wrong. Otherwise wrong requests
   * would use up everyone's share.
   */
  readonly isCountedLateInLane?: true;
  /** The key is ignored here: what it asks for is counted against it elsewhere. */
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

/**
 * A read needs no pass, so without this one sender with two requests a second would shut out all
 * others.
 */
const readersInLane = 100;

/** The limit that all senders of the private lane share. */
export function limitOfLane(limit: RequestLimit): RequestLimit {
  if (limit.isRead !== true) return limit;
  return { ...limit, requests: Math.min(limit.requests * readersInLane, wholeLane.requests) };
}

/**
 * The limit and its state, as draft-ietf-httpapi-ratelimit-headers has it, and as most clients
 * still read it. The seconds say when an empty bucket takes the next request, or when one comes
 * back to a bucket that is not empty.
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
