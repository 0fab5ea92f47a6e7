import type { Quota } from '@interline/ports';

/** How often one client may ask: data of an endpoint's row. */
export interface RequestLimit extends Quota {
  /** Rows of one name share one count; the headers say it. */
  readonly name: string;
  /** Neither a key nor a pass takes one past it. */
  readonly isFixed?: true;
}

export function perMinute(name: string, requests: number): RequestLimit {
  return { name, requests, perMs: 60_000 };
}

/** For reads that the service answers out of its own memory or store. */
export function readLimit(name: string): RequestLimit {
  return perMinute(name, 120);
}
