import { RelayError } from '@interline/kernel';
import type { Clock, TokenIssuerPort } from '@interline/ports';
import { acceptedUntilMs, type PassKey } from './key-ring.ts';
import { type Pass, tagIn } from './pass.ts';
import type { PassStore, PassUnit } from './repository.ts';

interface SpendParts {
  readonly store: PassStore;
  readonly issuer: Pick<TokenIssuerPort, 'verify' | 'spendIdOf' | 'tagOf'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** A pass that is ours and not expired; it may have been spent. */
export interface VerifiedPass {
  readonly key: PassKey;
  readonly spendId: string;
}

/** Throws `PASS_INVALID` if no key of ours signed it, `PASS_EXPIRED` if it is too old. */
export type VerifyPass = (pass: Pass) => Promise<VerifiedPass>;

export function verifyPass({ store, issuer, clock }: SpendParts): VerifyPass {
  return async ({ preparedMessage, signature }) => {
    const nowMs = clock.now();
    // Newest first, because most passes are spent soon after signing. Another instance with a
    // slightly faster clock may already sign with a key that starts here soon.
    const keys = (await store.reads.passes.passKeys())
      .filter(({ signsFromMs }) => signsFromMs !== null)
      .reverse();
    // A pass that names a key is checked against that key only. Our client does not name one yet.
    const tag = tagIn({ preparedMessage });
    const named = keys.filter(({ thumb }) => issuer.tagOf(thumb) === tag);
    const key = (named.length > 0 ? named : keys).find(({ publicKey }) =>
      issuer.verify(publicKey, preparedMessage, signature),
    );
    if (key === undefined) throw new RelayError('PASS_INVALID');
    if (acceptedUntilMs(key) <= nowMs) throw new RelayError('PASS_EXPIRED');
    return { key, spendId: issuer.spendIdOf(preparedMessage) };
  };
}

/**
 * Spends a pass once, across all processes, in a separate unit, so that nothing in the store links
 * it to what it paid for. Throws `PASS_SPENT`, `STORE_DOWN`.
 */
export type SpendPass = (pass: VerifiedPass) => Promise<void>;

export function spendPass({ store }: Pick<SpendParts, 'store'>): SpendPass {
  return (pass) => store.run('spend-pass', (tx) => spendWithin(tx, pass));
}

/**
 * Spends a pass in the unit of what it pays for, so that both commit or neither does. Throws
 * `PASS_SPENT`, which rolls the unit back.
 */
export async function spendWithin({ passes }: PassUnit, pass: VerifiedPass): Promise<void> {
  if (!(await passes.spendPass(pass.key.seq, pass.spendId))) throw new RelayError('PASS_SPENT');
}
