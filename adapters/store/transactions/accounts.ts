import type { TransactionReads, TransactionWrites } from '@interline/core/transactions';
import { type ChainRef, type EvmAddress, RelayError } from '@interline/kernel';
import type { Db } from '../engine/db.ts';

type AccountReads = Pick<TransactionReads, 'account' | 'accounts'>;
type AccountWrites = Pick<
  TransactionWrites,
  'allotNonce' | 'openAccount' | 'markMined' | 'markFinal' | 'stopAccount'
>;

const ofAccount = 'chain = :chain AND account = :account';

export function accountReads(db: Db): AccountReads {
  return {
    account: (chain, account) => db.first('nonce_lane', `WHERE ${ofAccount}`, { chain, account }),
    accounts: () => db.select('nonce_lane', 'ORDER BY chain, account'),
  };
}

export function accountWrites(db: Db): AccountWrites {
  return {
    async allotNonce(chain, account) {
      const [record] = await db.returning(
        'nonce_lane',
        `UPDATE nonce_lane SET next_nonce = next_nonce + 1 WHERE ${ofAccount} AND stopped IS NULL`,
        { chain, account },
      );
      if (record === undefined) throw await accountStopped(db, chain, account);
      return record.nextNonce - 1;
    },

    async openAccount(chain, account, chainNonce) {
      await db.insert(
        'nonce_lane',
        {
          chain,
          account,
          nextNonce: chainNonce,
          lastMined: -1,
          lastFinal: -1,
          stopped: null,
          stoppedAtMs: null,
        },
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

    async markFinal(chain, account, nonce) {
      await db.update('nonce_lane', { lastFinal: nonce }, `${ofAccount} AND last_final < :nonce`, {
        chain,
        account,
        nonce,
      });
    },

    async stopAccount(chain, account, reason) {
      const stoppedAtMs = reason === null ? null : Date.now();
      await db.update('nonce_lane', { stoppedAtMs }, `${ofAccount} AND ${changesStop(reason)}`, {
        chain,
        account,
      });
      await db.update('nonce_lane', { stopped: reason }, ofAccount, { chain, account });
    },
  };
}

/** Another reason for the same stop does not begin it anew. */
function changesStop(reason: string | null): string {
  return reason === null ? 'stopped IS NOT NULL' : 'stopped IS NULL';
}

async function accountStopped(db: Db, chain: ChainRef, account: EvmAddress): Promise<RelayError> {
  const record = await db.first('nonce_lane', `WHERE ${ofAccount}`, { chain, account });
  return new RelayError('ACCOUNT_STOPPED', {
    chain,
    reason: record?.stopped ?? 'it was not opened yet',
  });
}
