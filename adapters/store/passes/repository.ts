import type { PassKey, PassReads, PassWrites } from '@interline/core/passes';
import type { Db } from '../engine/db.ts';
import type { PassKeyRow } from './tables.ts';

export function passReads(db: Db): PassReads {
  return {
    async passKeys() {
      return (await db.select('pass_key', 'ORDER BY seq')).map(keyIn);
    },

    async sealedPassKey(seq) {
      return (await db.first('pass_key', 'WHERE seq = :seq', { seq }))?.sealed ?? null;
    },

    async passStats() {
      const row = await db.first('pass_stats', "WHERE name = 'stats'", {});
      return row === null ? null : { atMs: row.atMs, issued: row.issued, spent: row.spent };
    },
  };
}

export function passWrites(db: Db): Omit<PassWrites, keyof PassReads> {
  return {
    async insertPassKey({ publicKey, ...key }, sealed) {
      const row = { ...key, modulus: publicKey.n, sealed, issued: 0, forgotten: 0 };
      return (await db.insert('pass_key', row, 'ON CONFLICT (seq) DO NOTHING')) === 1;
    },

    async destroyPassKey(seq) {
      await db.run('UPDATE pass_key SET sealed = NULL WHERE seq = :seq', { seq });
    },

    async countIssued(seq, passes) {
      await db.run('UPDATE pass_key SET issued = issued + :passes WHERE seq = :seq', {
        seq,
        passes,
      });
    },

    async spendPass(seq, spendId) {
      const conflict = 'ON CONFLICT (seq, spend_id) DO NOTHING';
      return (await db.insert('pass_spent', { seq, spendId }, conflict)) === 1;
    },

    async forgetSpent(seq) {
      await db.run(
        'UPDATE pass_key SET forgotten = forgotten + (SELECT count(*) FROM pass_spent WHERE seq = :seq) WHERE seq = :seq',
        { seq },
      );
      await db.run('DELETE FROM pass_spent WHERE seq = :seq', { seq });
    },

    async writePassStats(atMs) {
      await db.run("DELETE FROM pass_stats WHERE name = 'stats'", {});
      await db.run(
        "INSERT INTO pass_stats (name, at_ms, issued, spent) SELECT 'stats', :atMs, coalesce(sum(issued), 0), coalesce(sum(forgotten), 0) + (SELECT count(*) FROM pass_spent) FROM pass_key",
        { atMs },
      );
    },
  };
}

function keyIn({ seq, thumb, modulus, notBeforeMs, notAfterMs }: PassKeyRow): PassKey {
  return {
    seq,
    thumb,
    publicKey: { kty: 'RSA', alg: 'PS384', key_ops: ['verify'], ext: true, n: modulus, e: 'AQAB' },
    notBeforeMs,
    notAfterMs,
  };
}
