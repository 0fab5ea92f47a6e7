import type { Sighting } from './chain-watch.ts';

/** - pending: nothing is proven yet. */
export type Verdict = 'pending' | 'mined' | 'reverted' | 'displaced';

/** How many confirmations each side of a verdict needs; 1 means: it is in the newest block. */
export interface Proof {
  /** To go on because it succeeded. */
  readonly success: number;
  /** To do it again, or give up, because it came to nothing: a reorg must not bring it back. */
  readonly void: number;
}

/**
 * A node may answer a batch of reads across a new block, so one reading alone never shows that a
 * nonce is lost.
 */
const readingsThatProve = 3;

/**
 * What a sighting proves about a transaction. A receipt that is missing proves nothing: displaced is
 * what another's transaction was found to displace.
 */
export function verdictOf(sighting: Sighting, proof: Proof): Verdict {
  const { mined, taken, watched } = sighting;
  if (mined !== null) {
    const depth = sighting.block - mined.block + 1;
    if (mined.isSuccess) return depth >= proof.success ? 'mined' : 'pending';
    return depth >= proof.void ? 'reverted' : 'pending';
  }
  if (taken === null || taken.readings < readingsThatProve) return 'pending';
  if (sighting.block - taken.sinceBlock + 1 < proof.void) return 'pending';
  const { consumer } = taken;
  if (consumer === null || watched.includes(consumer.hash)) return 'pending';
  return consumer.head - consumer.block + 1 >= proof.void ? 'displaced' : 'pending';
}
