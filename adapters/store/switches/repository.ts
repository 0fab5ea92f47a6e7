import type { SwitchReads, SwitchWrites } from '@interline/core/switches';
import type { Db } from '../engine/db.ts';
import type { Dialect } from '../engine/dialect.ts';

export function switchReads(db: Db): SwitchReads {
  return {
    async switches() {
      return db.select('scope_switch', 'ORDER BY scope');
    },
  };
}

export function switchWrites(db: Db, dialect: Dialect): Omit<SwitchWrites, keyof SwitchReads> {
  // Serializable alone would let a unit that had read the switches before commit after this one.
  const waitForOthers = async (): Promise<void> => {
    if (dialect.waitForOthers !== null) await db.run(dialect.waitForOthers, {});
  };
  return {
    async putSwitch({ scope, ...rest }) {
      await waitForOthers();
      const written = await db.update('scope_switch', rest, 'scope = :scope', { scope });
      if (written === 0) await db.insert('scope_switch', { scope, ...rest });
    },

    async removeSwitch(scope) {
      await waitForOthers();
      await db.run('DELETE FROM scope_switch WHERE scope = :scope', { scope });
    },
  };
}
