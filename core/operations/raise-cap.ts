import { RelayError, type Transaction } from '@interline/kernel';
import { StaleTransaction } from '../transactions/index.ts';
import type { TransferPorts } from '../transfer/index.ts';

/**
 * An operator's order: lets the replacements of one open transaction offer up to `capWei` per gas,
 * where that is more than the chain's cap. A transaction in a multicall has the multicall's cap, so
 * the multicall's id is given. The next replacement follows by itself. Throws
 * `UNKNOWN_RECORD`, `WRONG_STATE` where it is not open any more or waits in a multicall, and
 * `BAD_REQUEST` where it has offered as much already.
 */
export type RaiseCap = (transactionId: string, capWei: bigint) => Promise<Transaction>;

export function raiseCap({ store, log }: Pick<TransferPorts, 'store' | 'log'>): RaiseCap {
  return async (transactionId, capWei) => {
    const raised = await store
      .run('raise-cap', async (tx) => {
        const transaction = await tx.transactions.transaction(transactionId);
        if (transaction === null)
          throw new RelayError('UNKNOWN_RECORD', {}, 'no transaction has this id');
        if (transaction.multicall !== null)
          throw wrongState('a multicall carries it: raise the cap of that one');
        const forms = await tx.transactions.signedTransactionsOf([transactionId]);
        const offeredWei = forms.at(-1)?.tx.maxFeePerGas ?? 0n;
        if (capWei <= offeredWei)
          throw new RelayError(
            'BAD_REQUEST',
            { field: 'capWei' },
            `it has offered ${offeredWei} wei per gas already; wanted more`,
          );
        await tx.transactions.moveTransaction(transactionId, 'open', { feeCapWei: capWei });
        return { ...transaction, feeCapWei: capWei };
      })
      .catch((error: unknown) => {
        if (error instanceof StaleTransaction) throw wrongState('it is not open any more');
        throw error;
      });
    const { id, chain, role, nonce } = raised;
    log.warn('cap-raised', { transactionId: id, chain, role, nonce, capWei: `${capWei}` });
    return raised;
  };
}

function wrongState(reason: string): RelayError {
  return new RelayError('WRONG_STATE', { field: 'transactionId' }, reason);
}
