import type { Sighting } from './chain-watch.ts';

/** - pending: nothing is proven yet. */
export type Verdict = 'pending' | 'mined' | 'reverted' | 'displaced';

/** A node may answer a batch of reads across a new block, so one reading alone never proves that a nonce is lost. */
const readingsThatProve = 3;

/** What a sighting proves about an effect, at that many confirmations (1: it is in the newest block). */
export function verdictOf(sighting: Sighting, confirmations: number): Verdict {
  const { mined, taken } = sighting;
  if (mined !== null) {
    if (sighting.block - mined.block + 1 < confirmations) return 'pending';
    return mined.isSuccess ? 'mined' : 'reverted';
  }
  if (taken === null || taken.readings < readingsThatProve) return 'pending';
  return sighting.block - taken.sinceBlock + 1 >= confirmations ? 'displaced' : 'pending';
}
