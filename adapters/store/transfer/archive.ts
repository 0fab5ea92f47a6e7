import {
  type ArchivePage,
  type ArchiveCandidates,
  type ExportPage,
  type PagePlace,
  type Route,
  stages,
  StaleRoute,
  type TransferReads,
  type TransferWrites,
} from '@interline/core/transfer';
import type { SignedTransaction, Transaction } from '@interline/kernel';
import { createHash, randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { Db } from '../engine/db.ts';
import { listOf, type SqlResult, type SqlValue } from '../engine/statement.ts';
import type { TableName } from '../engine/tables.ts';
import { transactionOf } from '../transactions/tables.ts';
import { isEnded, routeOf } from './tables.ts';

type Records = readonly Readonly<Record<string, SqlValue>>[];
/** All rows of one route as the database has them, in an order in which they can be inserted. */
type ArchivedRows = Readonly<Record<ArchivedTable, Records>>;
type ArchivedTable = (typeof archivedTables)[number];

const archivedTables = ['route', 'effect', 'envelope', 'outbox'] as const;

/** How pages are written now: the rows of each route as JSON, all together deflated, in base64. */
const form = 1;

/** A page whose receipts were exported: what is left are transactions and their signed forms. */
const formLetGo = 2;

const [deflate, inflate] = [promisify(deflateRaw), promisify(inflateRaw)];

/** Ends after which nothing comes: what ended otherwise may still be a matter for a person. */
const plainEnds = [stages.delivered, stages.refunded, stages.notPulled]
  .map((stage) => `'${stage}'`)
  .join(', ');

const noRow = (table: string, where: string): string =>
  `NOT EXISTS (SELECT 1 FROM ${table} WHERE ${where})`;

/**
 * Whether nothing can come of the route any more. Deposits stay, since money can come to their
 * addresses at any time, and so does what anything still refers to: a hook, a job, a liability, a
 * reservation, an entry that is not in the balances, an engine's debt. So does what holds the last
 * mined slot of an account: a search for a lost slot begins at its block.
 */
const isArchivable = `${isEnded} AND status IN ('DONE', 'FAILED') AND stage IN (${plainEnds})
  AND NOT is_simulated AND mode <> 'deposit' AND refund_from IS NULL
  AND ${noRow('effect', `effect.route_id = route.id AND (NOT effect.is_final OR effect.mined_block IS NULL AND effect.state <> 'displaced')`)}
  AND ${noRow('effect', `effect.route_id = route.id AND effect.slot >= (SELECT last_mined FROM account WHERE account.chain = effect.chain AND account.account = effect.account)`)}
  AND ${noRow('reservation', 'reservation.route_id = route.id')}
  AND ${noRow('liability', 'liability.route_id = route.id')}
  AND ${noRow('deposit', 'deposit.route_id = route.id')}
  AND ${noRow('funding', 'funding.route_id = route.id')}
  AND ${noRow('hook', 'hook.route_id = route.id')}
  AND ${noRow('job', `job.kind = 'advance-route' AND job.subject = route.id`)}
  AND ${noRow('book_entry', 'book_entry.owner_id = route.id AND NOT book_entry.is_folded')}`;

export function archiveReads(
  db: Db,
): Pick<TransferReads, 'archiveCandidates' | 'archivePage' | 'exportPage'> {
  return {
    exportPage: (after) => exportPage(db, after),

    async archiveCandidates({ endedBeforeMs, after, limit }): Promise<ArchiveCandidates> {
      const { rows } = await db.run(
        `SELECT id, updated_at_ms, (${isArchivable}) AS archivable FROM route WHERE ${isEnded}
          AND updated_at_ms < :endedBeforeMs AND (updated_at_ms, id) > (:afterMs, :afterId)
          ORDER BY updated_at_ms, id LIMIT :limit`,
        { endedBeforeMs, afterMs: after?.endedAtMs ?? 0, afterId: after?.id ?? '', limit },
      );
      const last = rows.length < limit ? undefined : rows.at(-1);
      return {
        // SQLite has no booleans.
        ids: rows
          .filter(({ archivable }) => archivable === true || archivable === 1)
          .map(({ id }) => String(id)),
        looked: rows.length,
        next:
          last === undefined
            ? null
            : { id: String(last['id']), endedAtMs: Number(last['updated_at_ms']) },
      };
    },

    async archivePage(ids): Promise<ArchivePage> {
      const all: ArchivedRows[] = [];
      for (const id of ids) {
        all.push(await rowsOf(db, id));
        // A database in the process answers at once: others have the event loop in between.
        await nextTurn();
      }
      const content = await deflate(JSON.stringify(all), { level: 9 });
      return {
        routes: all.map(({ route, effect, envelope }, at) => ({
          id: ids[at] ?? '',
          version: Number(route[0]?.['version'] ?? -1),
          permitKey: textOf(route[0]?.['permit_key']),
          names: [...effect.map(({ id }) => id), ...envelope.map(({ hash }) => hash)].map(String),
        })),
        content: content.toString('base64'),
      };
    },
  };
}

export function archiveWrites(db: Db): Pick<TransferWrites, 'archiveRoutes' | 'letGo'> {
  return {
    letGo: (page) => letGo(db, page),

    async archiveRoutes({ routes, content }, nowMs) {
      const list = listOf(
        'id',
        routes.map(({ id }) => id),
      );
      const { rows } = await db.run(
        `SELECT id, version FROM route WHERE id IN (${list.text}) AND ${isArchivable}`,
        list.values,
      );
      const now = new Map(rows.map((row) => [String(row['id']), Number(row['version'])]));
      if (routes.some(({ id, version }) => now.get(id) !== version))
        throw new StaleRoute(
          'a route of the page has moved since it was read, or is owed something',
        );
      const page = randomUUID();
      await db.insert('archive_page', { id: page, form, content, archivedAtMs: nowMs });
      for (const { id: routeId, permitKey, names } of routes) {
        await db.insert('archived_route', { routeId, permitKey, page });
        await db.insertAll(
          'archived_name',
          names.map((name) => ({ name, routeId })),
        );
      }
      await nextTurn();
      const ofRoutes = `route_id IN (${list.text})`;
      const ofEffects = `effect_id IN (SELECT id FROM effect WHERE ${ofRoutes})`;
      await db.run(`DELETE FROM envelope WHERE ${ofEffects}`, list.values);
      await nextTurn();
      await db.run(`DELETE FROM effect WHERE ${ofRoutes}`, list.values);
      await nextTurn();
      await db.run(`DELETE FROM outbox WHERE ${ofRoutes}`, list.values);
      await db.run(`DELETE FROM route WHERE id IN (${list.text})`, list.values);
    },
  };
}

export async function routeInArchive(db: Db, where: string, key: string): Promise<Route | null> {
  const row = (await findArchived(db, where, key))?.route[0];
  return row === undefined ? null : routeOf(db.rowOf('route', row));
}

/** Everything about an archived route; empty where there is none. */
export async function transactionsInArchive(
  db: Db,
  routeId: string,
): Promise<readonly Transaction[]> {
  const rows = await findArchived(db, 'route_id = :key', routeId);
  return rows === null ? [] : transactionsIn(db, rows).transactions;
}

/** The transaction of that id, or the one whose signed form has that hash. */
export async function transactionInArchive(
  db: Db,
  name: string,
): Promise<{
  readonly transaction: Transaction;
  readonly signed: SignedTransaction | null;
} | null> {
  const known = await db.first('archived_name', 'WHERE name = :name', { name });
  const rows = known === null ? null : await findArchived(db, 'route_id = :key', known.routeId);
  if (rows === null) return null;
  const { transactions, signed } = transactionsIn(db, rows);
  const form = signed.find(({ hash }) => hash === name) ?? null;
  const transaction = transactions.find(({ id }) => id === (form?.transactionId ?? name));
  return transaction === undefined ? null : { transaction, signed: form };
}

/** Puts an archived route's rows back where they were; false where none is archived. */
export async function bringBack(db: Db, routeId: string): Promise<boolean> {
  const rows = await findArchived(db, 'route_id = :key', routeId);
  if (rows === null || rows.route.length === 0) return false;
  for (const table of archivedTables)
    for (const row of rows[table]) {
      const columns = Object.keys(row);
      const values = Object.fromEntries(
        columns.map((column, at) => [`v${at}`, row[column] ?? null]),
      );
      await db.run(
        `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((_, at) => `:v${at}`).join(', ')})`,
        values,
      );
    }
  await db.run('DELETE FROM archived_name WHERE route_id = :routeId', { routeId });
  const { rows: left } = await db.run(
    'DELETE FROM archived_route WHERE route_id = :routeId RETURNING page',
    { routeId },
  );
  await db.run(
    'DELETE FROM archive_page WHERE id = :page AND NOT EXISTS (SELECT 1 FROM archived_route WHERE page = :page)',
    { page: String(left[0]?.['page']) },
  );
  return true;
}

export async function archivedCount(db: Db): Promise<number> {
  const { rows } = await db.run('SELECT count(*) AS routes FROM archived_route', {});
  return Number(rows[0]?.['routes'] ?? 0);
}

async function exportPage(db: Db, after: PagePlace | null): Promise<ExportPage | null> {
  const { rows } = await db.run(
    'SELECT id, content, archived_at_ms FROM archive_page WHERE form = :form AND (archived_at_ms, id) > (:atMs, :id) ORDER BY archived_at_ms, id LIMIT 1',
    { form, atMs: after?.archivedAtMs ?? -1, id: after?.id ?? '' },
  );
  const [row] = rows;
  if (row === undefined) return null;
  const [page, content] = [String(row['id']), String(row['content'])];
  const archivedAtMs = Number(row['archived_at_ms']);
  const { rows: names } = await db.run('SELECT route_id FROM archived_route WHERE page = :page', {
    page,
  });
  // One that was brought back is still in the page, and no longer the archive's.
  const there = new Set(names.map((one) => String(one['route_id'])));
  const all = (await contentOf(content)).filter(({ route: [own] }) =>
    there.has(String(own?.['id'])),
  );
  const lines = await Promise.all(
    all.map(async ({ route, effect, envelope, outbox }) => {
      const { rows: entries } = await db.run(
        'SELECT * FROM book_entry WHERE owner_id = :id ORDER BY at_ms, id',
        { id: String(route[0]?.['id']) },
      );
      return JSON.stringify({
        form: 'interline-receipt/1',
        page,
        archivedAtMs,
        receipt: route[0],
        transactions: effect,
        signed: envelope,
        events: outbox,
        entries,
      });
    }),
  );
  const ends = all.map(({ route: [own] }) => Number(own?.['updated_at_ms']));
  return { id: page, archivedAtMs, lines, endedAtMs: Math.max(0, ...ends), mark: markOf(content) };
}

async function letGo(db: Db, { id, mark }: Pick<ExportPage, 'id' | 'mark'>): Promise<void> {
  const row = await db.first('archive_page', 'WHERE id = :id', { id });
  if (row === null || row.form !== form || markOf(row.content) !== mark)
    throw new StaleRoute('the page has changed since it was exported');
  const left = (await contentOf(row.content)).map(({ effect, envelope, route: [own] }) => ({
    route: [{ id: own?.['id'] ?? null }],
    effect,
    envelope,
    outbox: [],
  }));
  const content = (await deflate(JSON.stringify(left), { level: 9 })).toString('base64');
  await db.update('archive_page', { form: formLetGo, content }, 'id = :id', { id });
}

function markOf(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}

async function contentOf(content: string): Promise<readonly ArchivedRows[]> {
  const text = await inflate(Buffer.from(content, 'base64'));
  return JSON.parse(text.toString()) as readonly ArchivedRows[]; // CAST: written by `archivePage`.
}

async function rowsOf(db: Db, id: string): Promise<ArchivedRows> {
  const all = async (table: TableName, where: string): Promise<Records> => {
    const { rows } = await db.run(`SELECT * FROM ${table} WHERE ${where}`, { id });
    return rows as Records; // CAST: what the database holds is what could be bound.
  };
  return {
    route: await all('route', 'id = :id'),
    effect: await all('effect', 'route_id = :id ORDER BY created_at_ms, step, slot, id'),
    envelope: await all('envelope', 'effect_id IN (SELECT id FROM effect WHERE route_id = :id)'),
    outbox: await all('outbox', 'route_id = :id'),
  };
}

async function findArchived(db: Db, where: string, key: string): Promise<ArchivedRows | null> {
  const { rows } = await db.run(
    `SELECT route_id, content, form FROM archived_route JOIN archive_page ON archive_page.id = archived_route.page WHERE ${where}`,
    { key },
  );
  const [found] = rows;
  if (found === undefined) return null;
  const all = await contentOf(String(found['content']));
  const own = all.find(({ route }) => route[0]?.['id'] === found['route_id']);
  if (own === undefined)
    throw new Error(`the archive's page of route ${String(found['route_id'])} lacks it`);
  return { ...own, route: Number(found['form']) === formLetGo ? [] : own.route };
}

function transactionsIn(
  db: Db,
  { effect, envelope }: ArchivedRows,
): {
  readonly transactions: readonly Transaction[];
  readonly signed: readonly SignedTransaction[];
} {
  return {
    transactions: effect.map((row) => transactionOf(db.rowOf('effect', row))),
    signed: envelope.map((row) => db.rowOf('envelope', row)),
  };
}

function textOf(value: SqlResult['rows'][number][string]): string | null {
  return typeof value === 'string' ? value : null;
}
