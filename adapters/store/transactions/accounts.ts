import type { TransactionReads, TransactionWrites } from '@interline/core/transactions';
import { type ChainRef, type Address, RelayError } from '@interline/kernel';
import type { Db } from '../engine/db.ts';

type AccountReads = Pick<TransactionReads, 'account' | 'stoppedAmong' | 'accounts'>;
type AccountWrites = Pick<
  TransactionWrites,
  'allotSlot' | 'openAccount' | 'markMined' | 'markFinal' | 'stopAccount'
>;

const ofAccount = 'chain = :chain AND account = :account';

export function accountReads(db: Db): AccountReads {
  return {
    account: (chain, account) => db.first('account', `WHERE ${ofAccount}`, { chain, account }),
    async stoppedAmong(accounts) {
      if (accounts.length === 0) return [];
      const pairs = accounts.map((_, at) => `(:chain${at}, :account${at})`).join(', ');
      const values = accounts.flatMap(({ chain, account }, at): [string, string][] => [
        [`chain${at}`, chain],
        [`account${at}`, account],
      ]);
      return db.select(
        'account',
        `WHERE stopped IS NOT NULL AND (chain, account) IN (VALUES ${pairs})`,
        Object.fromEntries(values),
      );
    },

    accounts: () => db.select('account', 'ORDER BY chain, account'),
  };
}

export function accountWrites(db: Db): AccountWrites {
  return {
    async allotSlot(chain, account) {
      const [record] = await db.returning(
        'account',
        `UPDATE account SET next_slot = next_slot + 1 WHERE ${ofAccount} AND stopped IS NULL`,
        { chain, account },
      );
      if (record === undefined) throw await accountStopped(db, chain, account);
      return record.nextSlot - 1;
    },

    async openAccount(chain, account, chainSlots) {
      await db.insert(
        'account',
        {
          chain,
          account,
          nextSlot: chainSlots,
          lastMined: -1,
          lastFinal: -1,
          stopped: null,
          stoppedAtMs: null,
        },
        'ON CONFLICT (chain, account) DO UPDATE SET next_slot = excluded.next_slot WHERE excluded.next_slot > account.next_slot',
      );
    },

    async markMined(chain, account, slot) {
      await db.update('account', { lastMined: slot }, `${ofAccount} AND last_mined < :slot`, {
        chain,
        account,
        slot,
      });
    },

    async markFinal(chain, account, slot) {
      await db.update('account', { lastFinal: slot }, `${ofAccount} AND last_final < :slot`, {
        chain,
        account,
        slot,
      });
    },

    async stopAccount(chain, account, reason) {
      const stoppedAtMs = reason === null ? null : Date.now();
      await db.update('account', { stoppedAtMs }, `${ofAccount} AND ${changesStop(reason)}`, {
        chain,
        account,
      });
      await db.update('account', { stopped: reason }, ofAccount, { chain, account });
    },
  };
}

/** Another reason for the same stop does not restart it. */
function changesStop(reason: string | null): string {
  return reason === null ? 'stopped IS NOT NULL' : 'stopped IS NULL';
}

async function accountStopped(db: Db, chain: ChainRef, account: Address): Promise<RelayError> {
  const record = await db.first('account', `WHERE ${ofAccount}`, { chain, account });
  return new RelayError('ACCOUNT_STOPPED', {
    chain,
    reason: record?.stopped ?? 'it was not opened yet',
  });
}
