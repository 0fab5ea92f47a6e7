import type { TransactionReads, TransactionWrites } from '@interline/core/transactions';
import { type ChainRef, type EvmAddress, RelayError } from '@interline/kernel';
import type { Db } from '../engine/db.ts';

type Reads = Pick<TransactionReads, 'account' | 'accounts'>;
type Writes = Pick<TransactionWrites, 'allotNonce' | 'openAccount' | 'markMined' | 'stopAccount'>;

const ofAccount = 'chain = :chain AND account = :account';

export function accountReads(db: Db): Reads {
  return {
    account: (chain, account) => db.first('nonce_lane', `WHERE ${ofAccount}`, { chain, account }),
    accounts: () => db.select('nonce_lane', 'ORDER BY chain, account'),
  };
}

export function accountWrites(db: Db): Writes {
  return {
    async allotNonce(chain, account) {
      const [queue] = await db.returning(
        'nonce_lane',
        `UPDATE nonce_lane SET next_nonce = next_nonce + 1 WHERE ${ofAccount} AND stopped IS NULL`,
        { chain, account },
      );
      if (queue === undefined) throw await accountStopped(db, chain, account);
      return queue.nextNonce - 1;
    },

    async openAccount(chain, account, chainNonce) {
      await db.insert(
        'nonce_lane',
        { chain, account, nextNonce: chainNonce, lastMined: -1, stopped: null },
        'ON CONFLICT (chain, account) DO UPDATE SET next_nonce = excluded.next_nonce WHERE excluded.next_nonce > nonce_lane.next_nonce',
      );
    },

    async markMined(chain, account, nonce) {
      await db.update('nonce_lane', { lastMined: nonce }, `${ofAccount} AND last_mined < :nonce`, {
        chain,
        account,
        nonce,
      });
    },

    async stopAccount(chain, account, reason) {
      await db.update('nonce_lane', { stopped: reason }, ofAccount, { chain, account });
    },
  };
}

async function accountStopped(db: Db, chain: ChainRef, account: EvmAddress): Promise<RelayError> {
  const queue = await db.first('nonce_lane', `WHERE ${ofAccount}`, { chain, account });
  return new RelayError('ACCOUNT_STOPPED', {
    chain,
    reason: queue?.stopped ?? 'it was not opened yet',
  });
}
