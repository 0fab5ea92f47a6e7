import type { MembershipReads, MembershipWrites } from '@interline/core/membership';
import type { Db } from '../engine/db.ts';

export function membershipReads(db: Db): MembershipReads {
  return {
    linksTo: (hot, nowMs) =>
      db.select(
        'vault_link',
        'WHERE hot = :hot AND is_ended = :no AND expires_at_ms > :nowMs ORDER BY created_at_ms, vault, nonce',
        { hot, nowMs, no: false },
      ),
  };
}

export function membershipWrites(db: Db): Omit<MembershipWrites, keyof MembershipReads> {
  return {
    async insertLink(link) {
      return (await db.insert('vault_link', link, 'ON CONFLICT (vault, nonce) DO NOTHING')) === 1;
    },

    endLinks: ({ vault, hot, onlyOn }, nowMs) =>
      db.update(
        'vault_link',
        { isEnded: true },
        `vault = :vault AND hot = :hot AND is_ended = :no AND expires_at_ms > :nowMs${onlyOn === null ? '' : ' AND only_on = :onlyOn'}`,
        { vault, hot, nowMs, no: false, ...(onlyOn === null ? {} : { onlyOn }) },
      ),
  };
}

/** Forgets links that have expired: their nonces cannot be used any more. */
export async function pruneLinks(db: Db, nowMs: number): Promise<void> {
  await db.run('DELETE FROM vault_link WHERE expires_at_ms < :nowMs', { nowMs });
}
