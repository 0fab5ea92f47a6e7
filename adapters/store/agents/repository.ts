import type { AgentReads, AgentRoute, AgentWrites } from '@interline/core/agents';
import type { Db } from '../engine/db.ts';
import { listOf } from '../engine/statement.ts';

export function agentReads(db: Db): AgentReads {
  return {
    agent: (id) => db.first('agent', 'WHERE id = :id', { id }),
    agentByKey: (keyId) => db.first('agent', 'WHERE key_id = :keyId', { keyId }),

    agentsOf: (account) =>
      db.select(
        'agent',
        "WHERE account = :account AND state <> 'deleted' ORDER BY created_at_ms, id",
        { account },
      ),

    async agentDay(agentId, day) {
      const row = await db.first('agent_day', `WHERE ${ofDay}`, { agentId, day });
      return { reserved: row?.reserved ?? 0n, spent: row?.spent ?? 0n };
    },

    async isNonceUsed(keyId, nonce) {
      const where = 'WHERE key_id = :keyId AND nonce = :nonce';
      return (await db.first('agent_nonce', where, { keyId, nonce })) !== null;
    },

    agentRoute: (routeId) => db.first('agent_route', 'WHERE route_id = :routeId', { routeId }),
    agentRouteOfBody: (agentId, bodyHash) =>
      db.first('agent_route', 'WHERE agent_id = :agentId AND body_hash = :bodyHash LIMIT 1', {
        agentId,
        bodyHash,
      }),

    approval: (id) => db.first('agent_approval', 'WHERE id = :id', { id }),
    openApproval: (agentId, requestHash) =>
      db.first(
        'agent_approval',
        "WHERE agent_id = :agentId AND request_hash = :requestHash AND state <> 'used'",
        { agentId, requestHash },
      ),

    approvals: (agentId, limit) =>
      db.select(
        'agent_approval',
        "WHERE agent_id = :agentId ORDER BY CASE state WHEN 'asked' THEN 0 ELSE 1 END, asked_at_ms DESC, id LIMIT :limit",
        { agentId, limit },
      ),

    async countAsked(agentId) {
      const { rows } = await db.run(
        "SELECT COUNT(*) AS asked FROM agent_approval WHERE agent_id = :agentId AND state = 'asked'",
        { agentId },
      );
      return Number(rows[0]?.['asked'] ?? 0);
    },

    agentActivity: (agentId, before, limit) =>
      db.select(
        'agent_activity',
        'WHERE agent_id = :agentId AND seq < :before ORDER BY seq DESC LIMIT :limit',
        { agentId, before: before ?? Number.MAX_SAFE_INTEGER, limit },
      ),
  };
}

const ofDay = 'agent_id = :agentId AND day = :day';
/** Bound as digits, so the statement must say that they are a number. */
const cents = 'CAST(:cents AS BIGINT)';

export function agentWrites(db: Db): Omit<AgentWrites, keyof AgentReads> {
  return {
    async lockAgent(id) {
      const [agent] = await db.returning('agent', 'UPDATE agent SET seq = seq WHERE id = :id', {
        id,
      });
      return agent ?? null;
    },

    async insertAgent(agent) {
      return (await db.insert('agent', agent, 'ON CONFLICT (key_id) DO NOTHING')) === 1;
    },

    async changeAgent(id, change) {
      await db.update('agent', change, 'id = :id', { id });
    },

    async takeAgentNonce(keyId, nonce, untilMs) {
      const floor = await db.first('agent_nonce_floor', 'WHERE id = 1', {});
      // It may have been taken and forgotten: a clock that lags, or was set back, would take it again.
      if (floor !== null && untilMs < floor.untilMs) return false;
      const row = { keyId, nonce, untilMs };
      return (await db.insert('agent_nonce', row, 'ON CONFLICT (key_id, nonce) DO NOTHING')) === 1;
    },

    async reserveOfDay(agentId, day, units, cap) {
      const none = { agentId, day, reserved: 0n, spent: 0n };
      await db.insert('agent_day', none, 'ON CONFLICT (agent_id, day) DO NOTHING');
      const { affected } = await db.run(
        `UPDATE agent_day SET reserved = reserved + ${cents}
          WHERE ${ofDay} AND reserved + spent + ${cents} <= CAST(:cap AS BIGINT)`,
        { agentId, day, cents: units.toString(), cap: cap.toString() },
      );
      return affected === 1;
    },

    async insertAgentRoute(route) {
      await db.insert('agent_route', route);
    },

    async moveAgentRoute(routeId, to) {
      const route = await db.first('agent_route', 'WHERE route_id = :routeId', { routeId });
      if (route === null || route.state === to) return false;
      const moved = await db.update(
        'agent_route',
        { state: to },
        'route_id = :routeId AND state = :from',
        { routeId, from: route.state },
      );
      if (moved !== 1) return false;
      await moveCents(db, route, to);
      return true;
    },

    async insertApproval(approval) {
      await db.insert('agent_approval', approval);
    },

    async moveApproval(id, from, change) {
      const states = listOf('from', from);
      const where = `id = :id AND state IN (${states.text})`;
      return (await db.update('agent_approval', change, where, { id, ...states.values })) === 1;
    },

    async recordAgentActivity(agentId, happening) {
      // The row is locked until the unit ends, so no other unit gets the number, and no number is
      // left out.
      const [agent] = await db.returning(
        'agent',
        'UPDATE agent SET seq = seq + 1 WHERE id = :agentId',
        { agentId },
      );
      if (agent !== undefined)
        await db.insert('agent_activity', { ...happening, agentId, seq: agent.seq });
    },
  };
}

/** Which sum of its day a route counts in, by its state; null for a route that was given back. */
const sums = { reserved: 'reserved', spent: 'spent', returned: null } as const;

async function moveCents(db: Db, route: AgentRoute, to: AgentRoute['state']): Promise<void> {
  const [less, more] = [sums[route.state], sums[to]];
  const set = [
    ...(less === null ? [] : [`${less} = ${less} - ${cents}`]),
    ...(more === null ? [] : [`${more} = ${more} + ${cents}`]),
  ];
  const { agentId, day } = route;
  await db.run(`UPDATE agent_day SET ${set.join(', ')} WHERE ${ofDay}`, {
    agentId,
    day,
    cents: route.cents.toString(),
  });
}

const dayMs = 86_400_000;
/**
 * How long a nonce is kept after its signature has expired: no two clocks here are that far apart.
 */
const nonceMarginMs = dayMs;
const keptMs = 100 * dayMs;

/**
 * Forgets nonces of expired signatures, and old activity, approvals, routes, days and deleted
 * agents.
 */
export async function pruneAgents(db: Db, nowMs: number): Promise<void> {
  const before = nowMs - keptMs;
  await pruneNonces(db, nowMs - nonceMarginMs);
  await db.run('DELETE FROM agent_activity WHERE at_ms < :before', { before });
  await db.run('DELETE FROM agent_approval WHERE asked_at_ms < :before', { before });
  await db.run("DELETE FROM agent_route WHERE at_ms < :before AND state <> 'reserved'", { before });
  // A route under way may still give back to its day.
  await db.run(
    `DELETE FROM agent_day WHERE day < :day AND NOT EXISTS (
        SELECT 1 FROM agent_route WHERE agent_route.agent_id = agent_day.agent_id
          AND agent_route.day = agent_day.day
      )`,
    { day: new Date(before).toISOString().slice(0, 10) },
  );
  // An agent's last activity is its deletion, or the end of its last route.
  const none = ['agent_activity', 'agent_approval', 'agent_route', 'agent_day'].map(
    (table) => `NOT EXISTS (SELECT 1 FROM ${table} WHERE ${table}.agent_id = agent.id)`,
  );
  await db.run(
    `DELETE FROM agent WHERE state = 'deleted' AND created_at_ms < :before AND ${none.join(' AND ')}`,
    { before },
  );
}

async function pruneNonces(db: Db, beforeMs: number): Promise<void> {
  await db.insert(
    'agent_nonce_floor',
    { id: 1, untilMs: beforeMs },
    'ON CONFLICT (id) DO UPDATE SET until_ms = excluded.until_ms WHERE excluded.until_ms > agent_nonce_floor.until_ms',
  );
  await db.run('DELETE FROM agent_nonce WHERE until_ms < :beforeMs', { beforeMs });
}
