import { RelayError, type Transaction } from '@interline/kernel';
import { StaleTransaction } from '../transactions/index.ts';
import type { TransferPorts } from '../transfer/index.ts';

/**
 * An operator's order: lets the replacements of one open transaction offer up to `feeRateCap` per
 * gas, if that exceeds the chain's cap. A transaction in a multicall has the multicall's cap, so
 * the multicall's id is given. The next replacement follows automatically. Throws `UNKNOWN_RECORD`,
 * `WRONG_STATE` if it is no longer open or waits for a multicall, and `BAD_REQUEST` if it has
 * already offered as much.
 */
export type RaiseCap = (transactionId: string, feeRateCap: bigint) => Promise<Transaction>;

export function raiseCap({ store, log }: Pick<TransferPorts, 'store' | 'log'>): RaiseCap {
  return async (transactionId, feeRateCap) => {
    const raised = await store
      .run('raise-cap', async (tx) => {
        const transaction = await tx.transactions.transaction(transactionId);
        if (transaction === null)
          throw new RelayError('UNKNOWN_RECORD', {}, 'no transaction has this id');
        if (transaction.multicall !== null)
          throw wrongState('a multicall carries it: raise the cap of that one');
        const forms = await tx.transactions.signedTransactionsOf([transactionId]);
        const offered = forms.at(-1)?.tx.maxFeeRate ?? 0n;
        if (feeRateCap <= offered)
          throw new RelayError(
            'BAD_REQUEST',
            { field: 'feeRateCap' },
            `it has offered ${offered} per gas already; wanted more`,
          );
        await tx.transactions.moveTransaction(transactionId, 'open', { feeCap: feeRateCap });
        return { ...transaction, feeCap: feeRateCap };
      })
      .catch((error: unknown) => {
        if (error instanceof StaleTransaction) throw wrongState('it is not open any more');
        throw error;
      });
    const { id, chain, role, slot } = raised;
    log.warn('cap-raised', { transactionId: id, chain, role, slot, feeRateCap: `${feeRateCap}` });
    return raised;
  };
}

function wrongState(reason: string): RelayError {
  return new RelayError('WRONG_STATE', { field: 'transactionId' }, reason);
}
