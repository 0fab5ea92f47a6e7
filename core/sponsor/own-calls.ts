import type { Address, ChainRef } from '@interline/kernel';
import type { SponsorPorts } from './ports.ts';
import { showCall, type ShownCall } from './read-call.ts';
import type { OwnCallPlace } from './repository.ts';

export interface OwnCallsAsked {
  readonly account: Address;
  /** Null for the account of a key, which spans all chains. */
  readonly onlyOn: ChainRef | null;
  /** Where the page before ended; null for the first page. */
  readonly after: OwnCallPlace | null;
  readonly limit: number;
}

/**
 * The sponsored calls and revocations that the account signed, newest first. A call that was only prepared
 * belongs to no account, because anyone can prepare calls of any account. The caller must have proved to be
 * the account. Throws `STORE_DOWN`.
 */
export type ReadOwnCalls = (asked: OwnCallsAsked) => Promise<{
  readonly items: readonly ShownCall[];
  /** Where the next page begins; null at the last. */
  readonly next: OwnCallPlace | null;
}>;

export function readOwnCalls(ports: Pick<SponsorPorts, 'store' | 'tokens'>): ReadOwnCalls {
  return async ({ limit, ...asked }) => {
    const found = await ports.store.reads.sponsor.sponsoredCallsOfAccount({
      ...asked,
      limit: limit + 1,
    });
    const calls = found.slice(0, limit);
    const last = found.length > limit ? calls.at(-1) : undefined;
    return {
      items: await Promise.all(calls.map((call) => showCall(ports, call))),
      next: last === undefined ? null : { id: last.id, createdAtMs: last.createdAtMs },
    };
  };
}
