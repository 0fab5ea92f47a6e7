import type { TransactionReads, TransactionWrites } from '@interline/core/transactions';
import { asUnits, noUnits } from '@interline/kernel';
import type { Db } from '../engine/db.ts';
import type { Dialect } from '../engine/dialect.ts';

type Reads = Pick<TransactionReads, 'spent'>;
type Writes = Pick<TransactionWrites, 'charge'>;

const ofDay = 'budget = :budget AND day = :day';

export function budgetReads(db: Db): Reads {
  return {
    async spent(budget, day) {
      const row = await db.first('budget', `WHERE ${ofDay}`, { budget, day });
      return row === null ? noUnits : asUnits(row.units);
    },
  };
}

export function budgetWrites(db: Db, dialect: Dialect): Writes {
  return {
    async charge({ budget, units, limit }, day) {
      const locked = () =>
        db.first('budget', `WHERE ${ofDay} ${dialect.forUpdate}`, { budget, day });
      let row = await locked();
      if (row === null) {
        // First the row, then its lock: of two chargers of a fresh day one waits for the other.
        await db.insert(
          'budget',
          { budget, day, units: noUnits },
          'ON CONFLICT (budget, day) DO NOTHING',
        );
        row = await locked();
      }
      const total = (row?.units ?? noUnits) + units;
      if (total > limit) return false;
      await db.update('budget', { units: total }, ofDay, { budget, day });
      return true;
    },
  };
}
