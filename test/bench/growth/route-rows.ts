import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parts } from '@interline/server';
import Database from 'better-sqlite3';
import { startHarness } from '../../support/harness.ts';
import { sendDollars } from '../../support/send-dollars.ts';
import { stockRail } from '../../support/stock-rail.ts';
import { until } from '../../support/until.ts';

export type Cell = string | number | null;
export type Row = Readonly<Record<string, Cell>>;
/** The rows of one route by their tables, a table after those that it refers to. */
export type RouteRows = Readonly<Record<string, readonly Row[]>>;

/** The tables that keep rows of an ended route, with the condition that finds them. */
const keptBy = {
  route: 'id = :id',
  effect: 'route_id = :id',
  envelope: 'effect_id IN (SELECT id FROM effect WHERE route_id = :id)',
  outbox: 'route_id = :id',
  book_entry: 'owner_id = :id',
  delivery: 'route_id = :id',
  delivery_record: 'route_id = :id',
  permit_bit: `payer = (SELECT json_extract(permit, '$.owner') FROM route WHERE id = :id)`,
} as const;

/**
 * Settles one real transfer on two local chains and returns what the store keeps of it, so that the
 * copies are neither smaller nor simpler than what a service writes.
 */
export async function settledRoute(): Promise<RouteRows> {
  const dataDir = await mkdtemp(join(tmpdir(), 'interline-growth-'));
  const harness = await startHarness({ dataDir, rails: [stockRail()] });
  try {
    const id = await sendDollars(harness, '42161', `0x${'ab'.repeat(20)}`, 'USDC');
    const { reads } = harness.container.get(parts.store);
    await until('a route whose books are folded', async () => {
      const route = await reads.transfers.route(id);
      return route?.status === 'DONE' && (await reads.books.unfolded(1)).length === 0;
    });
    const { storeDir } = harness.container.get(parts.deployment);
    return rowsOf(join(storeDir, 'journal.sqlite'), id);
  } finally {
    await harness.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

function rowsOf(file: string, id: string): RouteRows {
  const database = new Database(file, { readonly: true });
  try {
    return Object.fromEntries(
      Object.entries(keptBy).map(([table, where]) => [
        table,
        // CAST: a row of a table that holds text and whole numbers.
        database.prepare(`SELECT * FROM ${table} WHERE ${where}`).all({ id }) as Row[],
      ]),
    );
  } finally {
    database.close();
  }
}
