import { type Lane, RelayError } from '@interline/kernel';
import type { CustodyPort } from '@interline/ports';
import type { TransactionReads } from './repository.ts';

/**
 * Nothing new is taken to or from a chain on which an account of ours is stopped. Throws
 * `ACCOUNT_STOPPED`.
 */
export async function assertAccountsRun(
  custody: Pick<CustodyPort, 'account'>,
  reads: { readonly transactions: Pick<TransactionReads, 'lane'> },
  { from, to }: Lane,
): Promise<void> {
  for (const chain of [from, to]) {
    for (const role of ['spender', 'float'] as const) {
      const account = await reads.transactions.lane(chain, custody.account(role));
      if (account?.stopped != null) throw new RelayError('ACCOUNT_STOPPED', { chain });
    }
  }
}
