import type { RouteEvent } from '@interline/core/transfer';
import type { Hook, WebhookReads, WebhookWrites } from '@interline/core/webhooks';
import { randomUUID } from 'node:crypto';
import type { Db } from '../engine/db.ts';
import { listOf } from '../engine/statement.ts';
import { isRehearsal } from '../transfer/repository.ts';
import type { HookRow } from './tables.ts';

const dayMs = 86_400_000;
/** How long after its registration a hook that owes nothing is kept. */
const keptMs = 90 * dayMs;
/** The same for hooks on rehearsals, which anyone can register at no cost. */
const rehearsalKeptMs = 7 * dayMs;

const dueBut = (notHosts: string): string => `SELECT id, host FROM (
  SELECT hook_delivery.id AS id, hook.host AS host, tries, due_at_ms, row_number() OVER (PARTITION BY hook.host ORDER BY tries, due_at_ms, hook_delivery.id) AS place
  FROM hook_delivery JOIN hook ON hook.id = hook_delivery.hook_id WHERE state = 'waiting' AND due_at_ms <= :nowMs ${notHosts}
) due WHERE place <= :perHost ORDER BY tries, due_at_ms, id LIMIT :limit`;

const ofRoute = 'hook_id IN (SELECT id FROM hook WHERE route_id = :routeId)';

export function webhookReads(db: Db): WebhookReads {
  return {
    async hook(id) {
      const row = await db.first('hook', 'WHERE id = :id', { id });
      return row === null ? null : hookOf(row);
    },

    async hooksOf(routeId) {
      return (
        await db.select('hook', 'WHERE route_id = :routeId ORDER BY created_at_ms, id', { routeId })
      ).map(hookOf);
    },

    async hookSecret(hookId) {
      return (await db.first('hook', 'WHERE id = :hookId', { hookId }))?.secret ?? null;
    },

    deliveriesOf: (hookId) =>
      db.select(
        'hook_delivery',
        'WHERE hook_id = :hookId ORDER BY (SELECT at_ms FROM outbox WHERE outbox.id = event_id) DESC, id',
        { hookId },
      ),

    triesOf: (hookId) =>
      db.select(
        'hook_try',
        'WHERE delivery_id IN (SELECT id FROM hook_delivery WHERE hook_id = :hookId) ORDER BY at_ms, try_number',
        { hookId },
      ),

    async dueDeliveries({ nowMs, limit, perHost, notHosts }) {
      const left = notHosts.length === 0 ? null : listOf('host', notHosts);
      const { rows } = await db.run(
        dueBut(left === null ? '' : `AND hook.host NOT IN (${left.text})`),
        { ...left?.values, nowMs, limit, perHost },
      );
      return rows.map((row) => ({ id: String(row['id']), host: String(row['host']) }));
    },

    async deadHooks(limit) {
      const rows = await db.select(
        'hook',
        `WHERE id IN (SELECT hook_id FROM hook_delivery WHERE state = 'dead') ORDER BY created_at_ms DESC, id LIMIT :limit`,
        { limit },
      );
      return rows.map(hookOf);
    },
  };
}

export function webhookWrites(db: Db): Omit<WebhookWrites, keyof WebhookReads> {
  return {
    async insertHook({ isSigned: _derived, ...hook }, secret) {
      await db.insert('hook', { ...hook, secret });
    },

    async secretsWithout(mark, after, limit) {
      const rows = await db.select(
        'hook',
        'WHERE id > :after AND secret IS NOT NULL AND substr(secret, 1, length(:mark)) <> :mark ORDER BY id LIMIT :limit',
        { mark, after, limit },
      );
      return rows.flatMap(({ id, secret }) => (secret === null ? [] : [{ id, secret }]));
    },

    async replaceSecret(id, secret) {
      await db.update('hook', { secret }, 'id = :id', { id });
    },

    oweDelivery: (hookId, event, dueAtMs) => oweDelivery(db, hookId, event, dueAtMs),

    async beginTry(id, nowMs, lostAtMs) {
      const [begun] = await db.returning(
        'hook_delivery',
        `UPDATE hook_delivery SET tries = tries + 1, due_at_ms = :lostAtMs
        WHERE id = :id AND state = 'waiting' AND due_at_ms <= :nowMs`,
        { id, nowMs, lostAtMs },
      );
      if (begun === undefined) return null;
      await db.insert('hook_try', {
        deliveryId: id,
        number: begun.tries,
        atMs: nowMs,
        tookMs: null,
        outcome: null,
        httpStatus: null,
      });
      return begun;
    },

    async endTry({ deliveryId, number, atMs: _begun, ...result }, next) {
      const moved = await db.update(
        'hook_delivery',
        next,
        `id = :deliveryId AND tries = :number AND state = 'waiting'`,
        { deliveryId, number },
      );
      if (moved === 0) return false;
      await db.update('hook_try', result, 'delivery_id = :deliveryId AND try_number = :number', {
        deliveryId,
        number,
      });
      return true;
    },

    async oweToRoute(event) {
      const hooks = await db.select(
        'hook',
        `WHERE route_id = :routeId AND id NOT IN (SELECT hook_id FROM hook_delivery WHERE state = 'stopped' AND ${ofRoute})`,
        { routeId: event.routeId },
      );
      for (const hook of hooks) await oweDelivery(db, hook.id, event, event.atMs);
    },

    async withdrawFromRoute(routeId) {
      await db.run(
        `UPDATE hook_delivery SET state = 'withdrawn' WHERE state = 'waiting' AND ${ofRoute}`,
        { routeId },
      );
    },

    async renewDelivery(id, dueAtMs) {
      await db.run(
        `UPDATE hook_delivery SET state = 'waiting', old_tries = tries, due_at_ms = :dueAtMs WHERE id = :id`,
        { id, dueAtMs },
      );
    },
  };
}

/** Deletes old hooks that owe nothing, with their deliveries and tries. */
export async function pruneWebhooks(db: Db, nowMs: number): Promise<void> {
  await pruneHooks(db, nowMs - keptMs, '');
  await pruneHooks(db, nowMs - rehearsalKeptMs, `AND ${isRehearsal('route_id')}`);
}

async function pruneHooks(db: Db, before: number, whose: string): Promise<void> {
  const old = `SELECT id FROM hook WHERE created_at_ms < :before ${whose} AND id IN (SELECT hook_id FROM hook_delivery)
    AND id NOT IN (SELECT hook_id FROM hook_delivery WHERE state = 'waiting')`;
  await db.run(
    `DELETE FROM hook_try WHERE delivery_id IN (SELECT id FROM hook_delivery WHERE hook_id IN (${old}))`,
    { before },
  );
  await db.run(`DELETE FROM hook WHERE id IN (${old})`, { before });
  await db.run('DELETE FROM hook_delivery WHERE hook_id NOT IN (SELECT id FROM hook)', {});
}

async function oweDelivery(
  db: Db,
  hookId: string,
  event: RouteEvent,
  dueAtMs: number,
): Promise<void> {
  await db.insert(
    'hook_delivery',
    {
      id: `msg_${randomUUID().replaceAll('-', '')}`,
      hookId,
      eventId: event.id,
      state: 'waiting',
      tries: 0,
      oldTries: 0,
      dueAtMs,
      createdAtMs: dueAtMs,
    },
    'ON CONFLICT (hook_id, event_id) DO NOTHING',
  );
}

function hookOf({ secret, ...hook }: HookRow): Hook {
  return { ...hook, isSigned: secret !== null };
}
