import type { RouteEvent } from '@interline/core/transfer';
import {
  type AccountHook,
  eventName,
  type Hook,
  type HookDelivery,
  type WebhookReads,
  type WebhookWrites,
} from '@interline/core/webhooks';
import { randomUUID } from 'node:crypto';
import type { Db } from '../engine/db.ts';
import { listOf, type SqlValues } from '../engine/statement.ts';
import { lineByTries, lineOf, lineReads, lineWrites } from './lines.ts';
import type { HookDeliveryRow, HookRow } from './tables.ts';

/** So many tries in a row are lost before a host that answered counts as silent. */
const lostInARow = 3;

/** DNS could not resolve a longer name. */
const longestHost = 253;

/** An account's are its own matter. */
export const ofRoutes = 'id NOT IN (SELECT id FROM account_hook)';

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

    async deliveriesOf(hookId) {
      const rows = await db.select(
        'hook_delivery',
        'WHERE hook_id = :hookId ORDER BY (SELECT at_ms FROM outbox WHERE outbox.id = event_id) DESC, id',
        { hookId },
      );
      return rows.map(deliveryOf);
    },

    triesOf: (hookId) =>
      db.select(
        'hook_try',
        'WHERE delivery_id IN (SELECT id FROM hook_delivery WHERE hook_id = :hookId) ORDER BY at_ms, try_number',
        { hookId },
      ),

    ...lineReads(db),

    async accountHook(id) {
      const [hook = null] = await accountHooksWhere(db, 'id = :id', { id });
      return hook;
    },

    accountHooks: (account) => accountHooksWhere(db, 'account = :account', { account }),

    async formerSecret(hookId, nowMs) {
      const row = await db.first('account_hook', 'WHERE id = :hookId', { hookId });
      const { formerSecret: secret = null, formerUntilMs: untilMs = null } = row ?? {};
      return secret === null || untilMs === null || untilMs <= nowMs ? null : { secret, untilMs };
    },

    async delivery(id) {
      const row = await db.first('hook_delivery', 'WHERE id = :id', { id });
      return row === null ? null : deliveryOf(row);
    },

    async lastDeliveries(hookId, limit) {
      const rows = await db.select(
        'hook_delivery',
        'WHERE hook_id = :hookId ORDER BY created_at_ms DESC, id DESC LIMIT :limit',
        { hookId, limit },
      );
      return rows.map(deliveryOf);
    },

    async triesOfDeliveries(deliveryIds) {
      if (deliveryIds.length === 0) return [];
      const list = listOf('delivery', deliveryIds);
      return db.select(
        'hook_try',
        `WHERE delivery_id IN (${list.text}) ORDER BY at_ms, try_number`,
        list.values,
      );
    },

    async deadHooks(limit) {
      const rows = await db.select(
        'hook',
        `WHERE id IN (SELECT hook_id FROM hook_delivery WHERE state = 'dead' AND line IS NULL) AND ${ofRoutes} ORDER BY created_at_ms DESC, id LIMIT :limit`,
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

    ...lineWrites(db),

    async oweDelivery(hookId, event, dueAtMs) {
      const hook = await db.first('hook', 'WHERE id = :hookId', { hookId });
      if (hook !== null) await oweDelivery(db, hook, event, dueAtMs);
    },

    async beginTry(id, nowMs, lostAtMs) {
      const [begun] = await db.returning(
        'hook_delivery',
        `UPDATE hook_delivery SET tries = tries + 1, due_at_ms = :lostAtMs, line = NULL
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
      return deliveryOf(begun);
    },

    async endTry({ deliveryId, number, atMs: _begun, ...result }, next) {
      const moved = await db.update(
        'hook_delivery',
        { ...next, line: null },
        `id = :deliveryId AND tries = :number AND state = 'waiting'`,
        { deliveryId, number },
      );
      if (moved === 0) return false;
      await db.update('hook_try', result, 'delivery_id = :deliveryId AND try_number = :number', {
        deliveryId,
        number,
      });
      // Written only where it changes: the tries of one host end at the same time.
      if (result.outcome !== null)
        await db.run(
          `INSERT INTO hook_host (host, answers) SELECT host, CAST(:answers AS bigint) FROM hook
          WHERE id = (SELECT hook_id FROM hook_delivery WHERE id = :deliveryId) AND length(host) <= ${longestHost}
          ON CONFLICT (host) DO UPDATE SET answers = CASE WHEN excluded.answers > 0 THEN excluded.answers ELSE hook_host.answers - 1 END
          WHERE hook_host.answers <> excluded.answers`,
          { deliveryId, answers: result.outcome === 'answered' ? lostInARow : 0 },
        );
      return true;
    },

    async oweToRoute(event) {
      const hooks = await db.select(
        'hook',
        `WHERE route_id = :routeId AND id NOT IN (SELECT hook_id FROM hook_delivery WHERE state = 'stopped' AND ${ofRoute})`,
        { routeId: event.routeId },
      );
      for (const hook of hooks) await oweDelivery(db, hook, event, event.atMs);
    },

    async insertAccountHook({ url, host, createdAtMs, ...hook }, secret) {
      const { id, account } = hook;
      const placed = { id, routeId: account, url, host, owner: account, createdAtMs };
      await db.insert('hook', { ...placed, secret });
      await db.insert('account_hook', { ...hook, formerSecret: null, formerUntilMs: null });
    },

    async deleteAccountHook(id) {
      const { affected } = await db.run('DELETE FROM account_hook WHERE id = :id', { id });
      if (affected === 0) return false;
      await db.run(
        'DELETE FROM hook_try WHERE delivery_id IN (SELECT id FROM hook_delivery WHERE hook_id = :id)',
        { id },
      );
      await db.run('DELETE FROM hook_delivery WHERE hook_id = :id', { id });
      await db.run('DELETE FROM hook WHERE id = :id', { id });
      return true;
    },

    async rotateSecret(id, secret, formerUntilMs) {
      await db.run(
        'UPDATE account_hook SET former_secret = (SELECT secret FROM hook WHERE hook.id = :id), former_until_ms = :formerUntilMs WHERE id = :id',
        { id, formerUntilMs },
      );
      await db.update('hook', { secret }, 'id = :id', { id });
    },

    async oweToAccount(event, only) {
      const hooks = await accountHooksWhere(db, 'account = :account', { account: event.account });
      for (const { id, host, account, events, disabledAtMs } of hooks)
        if (
          only === undefined
            ? disabledAtMs === null && (events.includes('*') || events.includes(event.kind))
            : id === only
        )
          await oweDelivery(db, { id, host, owner: account }, { id: eventName(event) }, event.atMs);
    },

    async countFailure(id, isFailure) {
      const [row] = await db.returning(
        'account_hook',
        `UPDATE account_hook SET failures = ${isFailure ? 'failures + 1' : '0'} WHERE id = :id`,
        { id },
      );
      return row?.failures ?? 0;
    },

    async disableHook(id, atMs) {
      await db.run(
        `UPDATE account_hook SET disabled_at_ms = :atMs${atMs === null ? ', failures = 0' : ''} WHERE id = :id`,
        { id, atMs },
      );
      if (atMs !== null)
        await db.run(
          `UPDATE hook_delivery SET state = 'stopped', line = NULL WHERE state = 'waiting' AND hook_id = :id`,
          { id },
        );
    },

    async withdrawFromRoute(routeId) {
      await db.run(
        `UPDATE hook_delivery SET state = 'withdrawn', line = NULL WHERE state = 'waiting' AND ${ofRoute}`,
        { routeId },
      );
    },

    async renewDelivery(id, dueAtMs) {
      await db.run(
        `UPDATE hook_delivery SET state = 'waiting', old_tries = tries, due_at_ms = :dueAtMs, line = ${lineByTries} WHERE id = :id`,
        { id, dueAtMs },
      );
    },
  };
}

async function oweDelivery(
  db: Db,
  { id: hookId, owner, host }: Pick<Hook, 'id' | 'owner' | 'host'>,
  event: Pick<RouteEvent, 'id'>,
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
      owner,
      host,
      line: lineOf.first,
    },
    'ON CONFLICT (hook_id, event_id) DO NOTHING',
  );
}

/** In the order in which they were made. */
async function accountHooksWhere(
  db: Db,
  where: string,
  values: SqlValues,
): Promise<readonly AccountHook[]> {
  const rows = await db.select('account_hook', `WHERE ${where}`, values);
  if (rows.length === 0) return [];
  const list = listOf(
    'id',
    rows.map(({ id }) => id),
  );
  const hooks = await db.select(
    'hook',
    `WHERE id IN (${list.text}) ORDER BY created_at_ms, id`,
    list.values,
  );
  return hooks.flatMap(({ id, url, host, createdAtMs }) =>
    rows
      .filter((row) => row.id === id)
      .map(({ formerSecret: _secret, formerUntilMs: _until, ...row }) => ({
        ...row,
        url,
        host,
        createdAtMs,
      })),
  );
}

function deliveryOf({
  owner: _owner,
  host: _host,
  line: _line,
  ...delivery
}: HookDeliveryRow): HookDelivery {
  return delivery;
}

function hookOf({ secret, ...hook }: HookRow): Hook {
  return { ...hook, isSigned: secret !== null };
}
