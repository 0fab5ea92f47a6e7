import type { SureTimeReads, SureTimeWrites } from '@interline/core/sure-time';
import type { Db } from '../engine/db.ts';

export function sureTimeReads(db: Db): SureTimeReads {
  return {
    async sureTime() {
      return (await db.first('sure_time', 'WHERE id = 1', {}))?.atMs ?? null;
    },
  };
}

export function sureTimeWrites(db: Db): Omit<SureTimeWrites, keyof SureTimeReads> {
  return {
    async keepSureTime(atMs) {
      const newer =
        'ON CONFLICT (id) DO UPDATE SET at_ms = excluded.at_ms WHERE excluded.at_ms > sure_time.at_ms';
      await db.insert('sure_time', { id: 1, atMs }, newer);
    },
  };
}
