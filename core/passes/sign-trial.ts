import { RelayError } from '@interline/kernel';
import { assertSignable, type Issued, signBlinded } from './issue-passes.ts';
import type { SigningParts } from './keep-ring.ts';
import { currentKey } from './key-ring.ts';
import { TrialAllowance, trialPassesPerDay } from './trial-allowance.ts';

export interface TrialRequest {
  readonly client: string;
  readonly blinded: readonly Uint8Array[];
  /** Counts the request once it is valid. Throws `RATE_LIMITED`. */
  readonly count: () => Promise<void>;
}

export interface TrialIssued extends Issued {
  readonly remainingToday: number;
}

/**
 * Signs free passes, all or none. Throws `BAD_REQUEST`, `RATE_LIMITED` beyond the day's allowance,
 * `MINT_ROTATION_UNWITNESSED` if no key may sign, `SIGNER_BUSY`, `STORE_DOWN`.
 */
export type SignTrial = (request: TrialRequest) => Promise<TrialIssued>;

const dayMs = 86_400_000;

export function signTrial({ store, issuer, clock, ring }: SigningParts): SignTrial {
  const allowance = new TrialAllowance();
  return async ({ client, blinded, count }) => {
    const key = currentKey(await ring(), clock.now());
    if (key === null) throw new RelayError('MINT_ROTATION_UNWITNESSED');
    assertSignable(issuer, key, blinded);
    await count();

    const remainingToday = allowance.take(client, blinded.length, clock.now());
    if (remainingToday === null)
      throw new RelayError(
        'RATE_LIMITED',
        { retryAfterMs: dayMs },
        `a client gets ${trialPassesPerDay} trial passes a day, and ${blinded.length} more would be too many; none was signed`,
      );
    try {
      await store.run('count-issued', ({ passes }) => passes.countIssued(key.seq, blinded.length));
      const issued = await signBlinded({ issuer, reads: store.reads.passes }, key, blinded);
      return { ...issued, remainingToday };
    } catch (error) {
      allowance.giveBack(client, blinded.length);
      throw error;
    }
  };
}
