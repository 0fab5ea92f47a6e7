import type { DueDelivery, HookLine, WebhookReads, WebhookWrites } from '@interline/core/webhooks';
import type { Db } from '../engine/db.ts';
import { inParts, listOf, type SqlResult, type SqlValues } from '../engine/statement.ts';

/**
 * What a delivery's `line` says: that it is due, and whether it was tried before. Null while it
 * waits for its next try, while it is being tried, and once it is over, so that what is not due
 * costs no look at the lines anything.
 */
export const lineOf = { first: 0, repeated: 1 } as const;

/** Of a waiting delivery. */
export const lineByTries = `CASE WHEN tries = 0 THEN ${lineOf.first} ELSE ${lineOf.repeated} END`;

const isLate = `state = 'waiting' AND line IS NULL AND due_at_ms <= :nowMs`;

/** A host of which nothing is known counts as silent: names cost nothing. */
const dueColumns = `hook_delivery.id AS id, owner, hook_delivery.host AS host, tries, due_at_ms,
  CASE WHEN answers > 0 THEN 1 ELSE 0 END AS answers
  FROM hook_delivery LEFT JOIN hook_host ON hook_host.host = hook_delivery.host`;

/** Both databases leap from one owner or host to the next: a line of any length costs one step. */
const owners = `WITH RECURSIVE found(owner, place) AS (
  SELECT (SELECT owner FROM hook_delivery WHERE line IS NOT NULL AND owner > :behind ORDER BY owner LIMIT 1), 1
  UNION ALL SELECT
    (SELECT owner FROM hook_delivery WHERE line IS NOT NULL AND owner > found.owner ORDER BY owner LIMIT 1),
    place + 1 FROM found WHERE owner IS NOT NULL AND place < :limit
) SELECT owner FROM found WHERE owner IS NOT NULL ORDER BY place`;

const heads = (behind: string, notHosts: string, notIds: string): string => `
WITH RECURSIVE behind(owner, host) AS (VALUES ${behind}),
found(owner, host, place) AS (
  SELECT owner, (SELECT one.host FROM hook_delivery AS one WHERE one.line IS NOT NULL
    AND one.owner = behind.owner AND one.host > behind.host ORDER BY one.host LIMIT 1), 1
  FROM (SELECT DISTINCT owner, host FROM behind) AS behind
  UNION ALL SELECT owner, (SELECT one.host FROM hook_delivery AS one WHERE one.line IS NOT NULL
    AND one.owner = found.owner AND one.host > found.host ORDER BY one.host LIMIT 1), place + 1
  FROM found WHERE host IS NOT NULL AND place < :perOwner
)
SELECT owner, host, CASE WHEN host IN (${notHosts}) THEN NULL ELSE (
  SELECT one.id FROM hook_delivery AS one WHERE one.line IS NOT NULL AND one.owner = found.owner
  AND one.host = found.host AND one.id NOT IN (${notIds}) ORDER BY one.line, one.due_at_ms, one.id LIMIT 1
) END AS id FROM found WHERE host IS NOT NULL ORDER BY owner, host`;

export function lineReads(
  db: Db,
): Pick<WebhookReads, 'ownersInLine' | 'lines' | 'deliveriesInLines' | 'dueOutOfLine'> {
  return {
    async ownersInLine(behind, limit) {
      const { rows } = await db.run(owners, { behind, limit });
      return rows.map((row) => String(row['owner']));
    },

    async lines({ behind, perOwner, notIds, notHosts }) {
      if (behind.length === 0) return [];
      const asked = pairsOf(behind);
      const hosts = listOf('host', filled(notHosts));
      const ids = listOf('id', filled(notIds));
      const { rows } = await db.run(
        heads(asked.pairs.map((pair) => `(${pair.join(', ')})`).join(', '), hosts.text, ids.text),
        {
          ...asked.values,
          ...hosts.values,
          ...ids.values,
          perOwner,
        },
      );
      const found = await dueById(
        db,
        rows.flatMap(({ id }) => (typeof id === 'string' ? id : [])),
      );
      return rows.map((row) => ({
        owner: String(row['owner']),
        host: String(row['host']),
        head: found.get(String(row['id'])) ?? null,
      }));
    },

    async deliveriesInLines({ of, perLine, notIds }) {
      if (of.length === 0) return [];
      const asked = pairsOf(of);
      const ids = listOf('id', filled(notIds));
      const parts = asked.pairs.map(
        ([owner, host]) => `SELECT id FROM (SELECT id FROM hook_delivery
          WHERE line IS NOT NULL AND owner = ${owner} AND host = ${host} AND id NOT IN (${ids.text})
          ORDER BY line, due_at_ms, id LIMIT :perLine) AS one`,
      );
      const { rows } = await db.run(parts.join(' UNION '), {
        ...asked.values,
        ...ids.values,
        perLine,
      });
      const found = await dueById(
        db,
        rows.map((row) => String(row['id'])),
      );
      return [...found.values()];
    },

    async dueOutOfLine(nowMs, limit) {
      const { rows } = await db.run(
        `SELECT ${dueColumns} WHERE ${isLate} ORDER BY due_at_ms LIMIT :limit`,
        { nowMs, limit },
      );
      return rows.map(dueOf);
    },
  };
}

export function lineWrites(db: Db): Pick<WebhookWrites, 'lineUp' | 'endOverdue'> {
  return {
    async lineUp(nowMs, limit) {
      await db.run(
        `UPDATE hook_delivery SET line = ${lineByTries} WHERE id IN (
          SELECT id FROM hook_delivery WHERE ${isLate} ORDER BY due_at_ms LIMIT :limit)`,
        { nowMs, limit },
      );
    },

    async endOverdue({ whose, dueBefore, nowMs, limit }) {
      const overdue = (inLine: string): string => `SELECT id FROM hook_delivery
        WHERE state = 'waiting' AND line IS ${inLine} AND due_at_ms <= :dueBefore
        AND hook_id ${whose === 'account' ? 'IN' : 'NOT IN'} (SELECT id FROM account_hook)`;
      const { affected } = await db.run(
        `UPDATE hook_delivery SET state = 'dead', due_at_ms = :nowMs, line = NULL WHERE id IN (
          SELECT id FROM (${overdue('NULL')} UNION ALL ${overdue('NOT NULL')}) AS one LIMIT :limit)`,
        { dueBefore, nowMs, limit },
      );
      return affected;
    },
  };
}

const usualLength = 64;

/** Mostly of one length, so that few statements are prepared; no id and no host is empty. */
function filled(names: readonly string[]): readonly string[] {
  return [...names, ...Array<string>(Math.max(0, usualLength - names.length)).fill('')];
}

/** As `listOf`, of pairs: the last one is repeated up to a power of two. */
function pairsOf(lines: readonly Pick<HookLine, 'owner' | 'host'>[]): {
  readonly pairs: readonly (readonly [owner: string, host: string])[];
  readonly values: SqlValues;
} {
  const [owners, hosts] = [
    listOf(
      'owner',
      lines.map(({ owner }) => owner),
    ),
    listOf(
      'of',
      lines.map(({ host }) => host),
    ),
  ];
  const ofHosts = hosts.text.split(', ');
  return {
    pairs: owners.text.split(', ').map((owner, at) => [owner, ofHosts[at] ?? '']),
    values: { ...owners.values, ...hosts.values },
  };
}

async function dueById(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, DueDelivery>> {
  const found = new Map<string, DueDelivery>();
  for (const part of inParts(ids)) {
    const list = listOf('id', part);
    const { rows } = await db.run(
      `SELECT ${dueColumns} WHERE hook_delivery.id IN (${list.text})`,
      list.values,
    );
    for (const due of rows.map(dueOf)) found.set(due.id, due);
  }
  return found;
}

function dueOf(row: SqlResult['rows'][number]): DueDelivery {
  return {
    id: String(row['id']),
    owner: String(row['owner']),
    host: String(row['host']),
    isSilent: Number(row['answers']) === 0,
    isRepeated: Number(row['tries']) > 0,
    dueAtMs: Number(row['due_at_ms']),
  };
}
