import type { PlanReads, PlanWrites } from '@interline/core/planning';
import type { Db } from '../engine/db.ts';

export function planReads(db: Db): PlanReads {
  return {
    async plan(id) {
      return (await db.first('transfer_plan', 'WHERE id = :id', { id }))?.plan ?? null;
    },
  };
}

export function planWrites(db: Db): Omit<PlanWrites, keyof PlanReads> {
  return {
    async insertPlan(plan) {
      await db.insert('transfer_plan', { id: plan.id, plan, createdAtMs: plan.createdAtMs });
    },
  };
}

const planKeptMs = 86_400_000;

/** Forgets plans of yesterday: nothing was reserved for them, and their prices are long gone. */
export async function prunePlans(db: Db, nowMs: number): Promise<void> {
  await db.run('DELETE FROM transfer_plan WHERE created_at_ms < :before', {
    before: nowMs - planKeptMs,
  });
}
