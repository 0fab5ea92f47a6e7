import type { Clock, Log, ReceiptSigner } from '@interline/ports';
import type { EndingUnit } from './repository.ts';
import { drawFirstKey } from './signing-key.ts';

const planType = 'interline-plan+jwt';

/** What signing needs of the unit that keeps what is signed. */
export type SigningUnit = Pick<EndingUnit, 'evidence'>;

/**
 * Signs what a plan offers with the key that signs receipts, under a type of its own, so that neither is
 * ever taken for the other. Null where nothing is signed here, or the key does not open at present: a
 * plan is of use without it.
 */
export type SignPlan = (tx: SigningUnit, claims: object) => Promise<string | null>;

export function signPlan({
  receiptSigner,
  clock,
  log,
  isEnabled,
}: {
  readonly receiptSigner: ReceiptSigner;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Log, 'error'>;
  readonly isEnabled: boolean;
}): SignPlan {
  return async (tx, claims) => {
    if (!isEnabled) return null;
    const key = await drawFirstKey(tx, receiptSigner, clock.now());
    try {
      return receiptSigner.sign(key, planType, claims);
    } catch (error) {
      log.error('plan-not-signed', { fault: error instanceof Error ? error.name : 'unknown' });
      return null;
    }
  };
}
