import type { ApiKeyReads, ApiKeyWrites } from '@interline/core/api-keys';
import type { Db } from '../engine/db.ts';
import type { Dialect } from '../engine/dialect.ts';

const requestsKept = 20;

/** Usage reaches back a day to the full five minutes; an hour more leaves room for that. */
const useKeptMs = 25 * 3_600_000;

export function apiKeyReads(db: Db): ApiKeyReads {
  return {
    async apiKey(hash) {
      const row = await db.first('api_key', 'WHERE hash = :hash', { hash });
      if (row === null) return null;
      const { recent: _recent, ...key } = row;
      return key;
    },

    async keyUse(hash, sinceMs) {
      const rows = await db.select(
        'key_use',
        'WHERE hash = :hash AND slot_ms >= :sinceMs ORDER BY slot_ms, path',
        { hash, sinceMs },
      );
      return rows.map(({ hash: _hash, ...use }) => use);
    },

    async keyedRequests(hash) {
      return (await db.first('api_key', 'WHERE hash = :hash', { hash }))?.recent ?? [];
    },
  };
}

export function apiKeyWrites(db: Db, dialect: Dialect): Omit<ApiKeyWrites, keyof ApiKeyReads> {
  return {
    async insertApiKey(key) {
      await db.insert('api_key', { ...key, recent: [] });
    },

    async deleteApiKey(hash) {
      await db.run('DELETE FROM key_use WHERE hash = :hash', { hash });
      return (await db.run('DELETE FROM api_key WHERE hash = :hash', { hash })).affected > 0;
    },

    async countKeyUse(hash, use, recent) {
      // Locks the key's row: two processes may count for one key at once.
      const key = await db.first('api_key', `WHERE hash = :hash ${dialect.forUpdate}`, { hash });
      if (key === null) return;
      const newestFirst = [...recent, ...key.recent].sort((a, b) => b.atMs - a.atMs);
      await db.update('api_key', { recent: newestFirst.slice(0, requestsKept) }, 'hash = :hash', {
        hash,
      });
      for (const { slotMs: slot, path, total, errors } of use) {
        await db.insert(
          'key_use',
          { hash, slotMs: slot, path, total: 0, errors: 0 },
          'ON CONFLICT (hash, slot_ms, path) DO NOTHING',
        );
        await db.run(
          'UPDATE key_use SET total = total + :total, errors = errors + :errors WHERE hash = :hash AND slot_ms = :slot AND path = :path',
          { hash, slot, path, total, errors },
        );
      }
    },
  };
}

/** Forgets old use, and keys that have ended. */
export async function pruneKeys(db: Db, nowMs: number): Promise<void> {
  await db.run('DELETE FROM api_key WHERE ends_at_ms <= :nowMs', { nowMs });
  await db.run('DELETE FROM key_use WHERE slot_ms < :before', { before: nowMs - useKeptMs });
}
