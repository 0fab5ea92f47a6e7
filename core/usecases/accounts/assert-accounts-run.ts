import { type Lane, RelayError } from '@interline/domain';
import type { TransactionReads, CustodyPort } from '@interline/ports';

export interface AccountPorts {
  readonly custody: Pick<CustodyPort, 'account'>;
  readonly reader: { readonly transactions: Pick<TransactionReads, 'lane'> };
}

/**
 * Nothing new is taken to or from a chain on which an account of ours is stopped. Throws
 * `LANE_STOPPED`.
 */
export async function assertAccountsRun(ports: AccountPorts, { from, to }: Lane): Promise<void> {
  for (const chain of [from, to]) {
    for (const role of ['spender', 'float'] as const) {
      const account = await ports.reader.transactions.lane(chain, ports.custody.account(role));
      if (account?.stopped != null) throw new RelayError('LANE_STOPPED', { chain });
    }
  }
}
