import type { Clock, Log, ReceiptSigner } from '@interline/ports';
import type { EndingUnit } from './repository.ts';
import { drawFirstKey } from './signing-key.ts';

/** What signing needs of the unit that keeps what is signed. */
export type SigningUnit = Pick<EndingUnit, 'evidence'>;

export interface ClaimSigning {
  readonly receiptSigner: ReceiptSigner;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Log, 'error'>;
}

/** Null where nothing is signed here, or the key does not open at present. */
export type SignClaims = (tx: SigningUnit, claims: object) => Promise<string | null>;

/**
 * Signs with the receipt key, under a type of its own, so that no document can pass for one of another kind.
 * `what` names it in the log.
 */
export function signClaims(
  { receiptSigner, clock, log }: ClaimSigning,
  { type, what }: { readonly type: string; readonly what: string },
): SignClaims {
  return async (tx, claims) => {
    const key = await drawFirstKey(tx, receiptSigner, clock.now());
    try {
      return receiptSigner.sign(key, type, claims);
    } catch (error) {
      log.error(`${what}-not-signed`, { fault: error instanceof Error ? error.name : 'unknown' });
      return null;
    }
  };
}
