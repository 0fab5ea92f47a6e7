import type { OperationReads, OperationWrites } from '@interline/core/operations';
import type { Db } from '../engine/db.ts';

const newestFirst = 'ORDER BY at_ms DESC, id DESC LIMIT :limit';

export function operationReads(db: Db): OperationReads {
  return {
    async auditEntries(limit, beforeId) {
      if (beforeId === undefined) return db.select('audit_entry', newestFirst, { limit });
      const earlier =
        'WHERE (at_ms, id) < (SELECT at_ms, id FROM audit_entry WHERE id = :beforeId)';
      return db.select('audit_entry', `${earlier} ${newestFirst}`, { limit, beforeId });
    },
  };
}

export function operationWrites(db: Db): Omit<OperationWrites, keyof OperationReads> {
  return {
    async insertAudit(entry) {
      await db.insert('audit_entry', entry);
    },

    async endAudit(id, end) {
      const written = await db.update('audit_entry', end, "id = :id AND outcome = 'begun'", {
        id,
      });
      if (written !== 1) throw new Error(`the audit has no entry ${id} that is still under way`);
    },
  };
}
