import { chainToWire, type TxHash } from '@interline/kernel';
import { bumpByOrder, dearerFor } from '../../transactions/index.ts';
import type { TransferPorts } from '../../transfer/index.ts';
import { operatorAction } from '../operator-action.ts';
import { raiseCap } from '../raise-cap.ts';
import { readOrderedTransaction } from './ordered-transaction.ts';
import { shownFees } from './shown-fees.ts';

export interface BumpInput {
  readonly transaction: string;
  /** For this transaction only; null for the next step within the chain's cap. */
  readonly feeRateCap: bigint | null;
}

/** What an order about a transaction sent. */
export interface Sent {
  readonly transaction: string;
  readonly hash: TxHash;
}

/**
 * Resends an open transaction now at a higher fee. Throws `UNKNOWN_RECORD`, `CHAIN_UNREACHABLE`,
 * `WRONG_STATE` if no higher fee can be offered or it is mined already, and `BAD_REQUEST` for a cap
 * that it has reached.
 */
export function bumpTransaction(given: TransferPorts) {
  return operatorAction({
    name: 'bump',
    targetOf: ({ transaction }: BumpInput) => `transaction ${transaction}`,
    async plan({ transaction, feeRateCap }, signal) {
      const replaceable = await readOrderedTransaction(given, transaction, 'bump', signal);
      const tx = await dearerFor(replaceable, feeRateCap, signal);
      const { last } = replaceable;
      const chain = chainToWire(replaceable.transaction.chain);
      return {
        replaceable,
        tx,
        feeRateCap,
        before: { chain, hash: last.hash, ...shownFees(last.tx) },
        after: { chain, ...shownFees(tx) },
      };
    },
    perform: {
      in: 'steps',
      async run({ replaceable, tx, feeRateCap }, _order, signal) {
        // Stored first, so that automatic replacements do not fall back to the chain's cap.
        if (feeRateCap !== null) await raiseCap(given)(replaceable.transaction.id, feeRateCap);
        const { hash } = await bumpByOrder(replaceable, tx, signal);
        const result: Sent = { transaction: replaceable.transaction.id, hash };
        const chain = chainToWire(replaceable.transaction.chain);
        return { after: { chain, hash, ...shownFees(tx) }, result };
      },
    },
  });
}
