import {
  accountId,
  type AccountReads,
  type AccountWrites,
  type Session,
  writeEvent,
} from '@interline/core/accounts';
import type { Db } from '../engine/db.ts';
import { listOf } from '../engine/statement.ts';
import type { SessionRow } from './tables.ts';

export function accountReads(db: Db): AccountReads {
  return {
    account: (id) => db.first('known_account', 'WHERE id = :id', { id }),

    async session(tokenHash) {
      const row = await db.first('account_session', 'WHERE token_hash = :tokenHash', { tokenHash });
      return row === null ? null : sessionOf(row);
    },

    events: (account, after, limit) =>
      db.select(
        'account_event',
        'WHERE account = :account AND seq > :after ORDER BY seq LIMIT :limit',
        { account, after, limit },
      ),

    async eventBody(account, seq) {
      const event = await db.first('account_event', 'WHERE account = :account AND seq = :seq', {
        account,
        seq,
      });
      return event === null ? null : JSON.stringify(writeEvent(event));
    },

    async isNonceOpen(hash, nowMs) {
      return (await db.first('sign_in_nonce', openNonce, { hash, nowMs })) !== null;
    },
  };
}

const openNonce = 'WHERE hash = :hash AND expires_at_ms > :nowMs';

export function accountWrites(
  db: Db,
  onChanged: (account: string) => void,
): Omit<AccountWrites, keyof AccountReads> {
  return {
    async lockAccount(id) {
      await db.run(
        `INSERT INTO account_seq (account, seq) SELECT id, 0 FROM known_account WHERE id = :id
        ON CONFLICT (account) DO UPDATE SET seq = account_seq.seq`,
        { id },
      );
    },

    async insertNonce(hash, expiresAtMs) {
      await db.insert('sign_in_nonce', { hash, expiresAtMs });
    },

    async takeNonce(hash, nowMs) {
      const { affected } = await db.run(`DELETE FROM sign_in_nonce ${openNonce}`, { hash, nowMs });
      return affected === 1;
    },

    async insertSession({ account, ...session }) {
      await db.insert('account_session', { ...session, ...account });
      await db.insert(
        'known_account',
        { id: accountId(account), sinceMs: session.createdAtMs },
        'ON CONFLICT (id) DO NOTHING',
      );
    },

    async markChecked(tokenHash, checkedAtMs) {
      await db.update('account_session', { checkedAtMs }, 'token_hash = :tokenHash', { tokenHash });
    },

    async deleteSession(tokenHash) {
      const { affected } = await db.run(
        'DELETE FROM account_session WHERE token_hash = :tokenHash',
        { tokenHash },
      );
      return affected === 1;
    },

    async recordEvents(accounts, event) {
      const list = listOf('id', accounts);
      // The row is held until the unit ends, so no other event gets the number, and none is left out. It is
      // found as a conflict of its key, which reads no other: an UPDATE of a small table reads all of it, and
      // units of different wallets then conflicted on PostgreSQL.
      const told = await db.returning(
        'account_seq',
        `INSERT INTO account_seq (account, seq) SELECT id, 1 FROM known_account WHERE id IN (${list.text}) ORDER BY id
        ON CONFLICT (account) DO UPDATE SET seq = account_seq.seq + 1`,
        list.values,
      );
      const events = told.map(({ account, seq }) => ({ ...event, account, seq }));
      for (const one of events) {
        await db.insert('account_event', one);
        onChanged(one.account);
      }
      return events;
    },
  };
}

const dayMs = 86_400_000;
/** How long an event can be read again: longer than its deliveries can be sent again. */
const eventsKeptMs = 100 * dayMs;

/** Deletes nonces and sessions that have expired, and old events. */
export async function pruneAccounts(db: Db, nowMs: number): Promise<void> {
  await db.run('DELETE FROM sign_in_nonce WHERE expires_at_ms <= :nowMs', { nowMs });
  await db.run('DELETE FROM account_session WHERE expires_at_ms <= :nowMs', { nowMs });
  await db.run('DELETE FROM account_event WHERE at_ms < :before', { before: nowMs - eventsKeptMs });
}

function sessionOf({ address, onlyOn, ...session }: SessionRow): Session {
  return { ...session, account: { address, onlyOn } };
}
