import type { TransactionReads, TransactionWrites } from '@interline/core/transactions';
import { asUnits, noUnits, type Units } from '@interline/kernel';
import type { Db } from '../engine/db.ts';
import type { Dialect } from '../engine/dialect.ts';
import { inParts, listOf } from '../engine/statement.ts';

type BudgetReads = Pick<TransactionReads, 'spent' | 'spentOfEach'>;
type BudgetWrites = Pick<TransactionWrites, 'charge' | 'uncharge'>;

const ofDay = 'budget = :budget AND day = :day';

export function budgetReads(db: Db): BudgetReads {
  return {
    async spent(budget, day) {
      const row = await db.first('budget', `WHERE ${ofDay}`, { budget, day });
      return row === null ? noUnits : asUnits(row.units);
    },

    async spentOfEach(budgets, day) {
      const spent = await spentOn(db, budgets, day);
      return budgets.map((budget) => spent.get(budget) ?? noUnits);
    },
  };
}

export function budgetWrites(db: Db, { forUpdate }: Dialect): BudgetWrites {
  return {
    async charge(charges, day) {
      const spent = await spentOn(
        db,
        charges.map(({ budget }) => budget),
        day,
        // All units charge in one order: of two that need the same rows, one waits for the other.
        `ORDER BY budget ${forUpdate}`,
      );
      for (const charge of charges) {
        const total = (spent.get(charge.budget) ?? noUnits) + charge.units;
        if (total > charge.limit) return charge;
        spent.set(charge.budget, asUnits(total));
      }
      await db.insertAll(
        'budget',
        [...spent].map(([budget, units]) => ({ budget, day, units })),
        'ON CONFLICT (budget, day) DO UPDATE SET units = excluded.units',
      );
      return null;
    },

    async uncharge({ budget, units }, day) {
      const row = await db.first('budget', `WHERE ${ofDay} ${forUpdate}`, { budget, day });
      if (row === null) return;
      const left = row.units > units ? asUnits(row.units - units) : noUnits;
      await db.update('budget', { units: left }, ofDay, { budget, day });
    },
  };
}

const keptMs = 7 * 86_400_000;

/** Deletes those of days that nothing can be charged to any more. */
export async function pruneBudgets(db: Db, nowMs: number): Promise<void> {
  await db.run('DELETE FROM budget WHERE day < :before', {
    before: new Date(nowMs - keptMs).toISOString().slice(0, 10),
  });
}

/** Without those of which nothing was spent yet. */
async function spentOn(
  db: Db,
  budgets: readonly string[],
  day: string,
  tail = '',
): Promise<Map<string, Units>> {
  const parts = await Promise.all(
    inParts(budgets).map((some) => {
      const list = listOf('budget', some);
      return db.select('budget', `WHERE budget IN (${list.text}) AND day = :day ${tail}`, {
        ...list.values,
        day,
      });
    }),
  );
  return new Map(parts.flat().map(({ budget, units }) => [budget, asUnits(units)]));
}
