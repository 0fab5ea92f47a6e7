import type { Db } from '../engine/db.ts';
import { isRehearsal } from '../transfer/routes.ts';
import { ofRoutes } from './repository.ts';

const dayMs = 86_400_000;
/** How long after its registration a hook that owes nothing is kept. */
const keptMs = 90 * dayMs;
/** The same for hooks on rehearsals, which anyone can register at no cost. */
const rehearsalKeptMs = 7 * dayMs;

/** Deletes old hooks that owe nothing, with their deliveries, tries and hosts. */
export async function pruneWebhooks(db: Db, nowMs: number): Promise<void> {
  await pruneHooks(db, nowMs - keptMs, '');
  await pruneHooks(db, nowMs - rehearsalKeptMs, `AND ${isRehearsal('route_id')}`);
  await pruneDeliveries(db, nowMs - keptMs);
  await db.run('DELETE FROM hook_host WHERE host NOT IN (SELECT host FROM hook)', {});
}

/** An account's hook stays, and what it was sent long ago goes. */
async function pruneDeliveries(db: Db, before: number): Promise<void> {
  const old = `state <> 'waiting' AND created_at_ms < :before AND hook_id IN (SELECT id FROM account_hook)`;
  await db.run(
    `DELETE FROM hook_try WHERE delivery_id IN (SELECT id FROM hook_delivery WHERE ${old})`,
    { before },
  );
  await db.run(`DELETE FROM hook_delivery WHERE ${old}`, { before });
}

async function pruneHooks(db: Db, before: number, whose: string): Promise<void> {
  const old = `SELECT id FROM hook WHERE created_at_ms < :before ${whose} AND ${ofRoutes} AND id IN (SELECT hook_id FROM hook_delivery)
    AND id NOT IN (SELECT hook_id FROM hook_delivery WHERE state = 'waiting')`;
  await db.run(
    `DELETE FROM hook_try WHERE delivery_id IN (SELECT id FROM hook_delivery WHERE hook_id IN (${old}))`,
    { before },
  );
  await db.run(`DELETE FROM hook WHERE id IN (${old})`, { before });
  await db.run('DELETE FROM hook_delivery WHERE hook_id NOT IN (SELECT id FROM hook)', {});
}
