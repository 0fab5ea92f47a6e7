import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { key, tableColumn as column } from './table-column.ts';

/** What payers gave for what was delivered, by day: of all entries that are folded already. */
export class Volumes implements MigrationInterface {
  readonly name = 'Volumes1763600000058';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'book_volume',
        columns: [
          column.text('day', key),
          column.text('chain', key),
          column.text('token', key),
          column.text('engine', key),
          column.units('units'),
        ],
      }),
    );
    for (const [at, units] of await foldedVolumes(runner)) {
      const values = [...at.split('|'), String(units)].map(quoted).join(', ');
      await runner.query(
        `INSERT INTO book_volume (day, chain, token, engine, units) VALUES (${values})`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('book_volume');
  }
}

const hourMs = 3_600_000;

/** A reversal names the kind of what it takes back in that one's id; a refund converts nothing. */
const ofDeliveries = `is_folded AND (kind IN ('payout', 'delivered')
  OR reverses LIKE '%/payout/%' OR reverses LIKE '%/delivered/%'
  OR ((kind = 'found' OR reverses LIKE '%/found/%') AND lines LIKE '%"conversion"%'))`;

interface FoldedEntry {
  readonly engine: string | null;
  readonly lines: string;
  readonly at_ms: number | string;
}

/** An hour at a time, so that a store of years is not read into memory. */
async function foldedVolumes(runner: QueryRunner): Promise<ReadonlyMap<string, bigint>> {
  const sums = new Map<string, bigint>();
  const next = async (fromMs: number): Promise<number | null> => {
    // CAST: the rows of the question, of which there is one.
    const [row] = (await runner.query(
      `SELECT MIN(at_ms) AS at FROM book_entry WHERE at_ms >= ${fromMs}`,
    )) as readonly { readonly at: number | string | null }[];
    return row?.at == null ? null : Number(row.at);
  };
  for (let at = await next(0); at !== null; at = await next(at + hourMs)) {
    // CAST: the columns that are asked for.
    const entries = (await runner.query(
      `SELECT engine, lines, at_ms FROM book_entry WHERE at_ms >= ${at} AND at_ms < ${at + hourMs} AND ${ofDeliveries}`,
    )) as readonly FoldedEntry[];
    for (const { engine, lines, at_ms: atMs } of entries) {
      const day = new Date(Number(atMs)).toISOString().slice(0, 10);
      // CAST: as the entries' store writes them.
      for (const [kind, chain, token, , units] of JSON.parse(lines) as readonly string[][]) {
        if (kind !== 'owed-to-payers' || units === undefined) continue;
        const sum = [day, chain, token, engine ?? ''].join('|');
        sums.set(sum, (sums.get(sum) ?? 0n) + BigInt(units));
      }
    }
  }
  return sums;
}

function quoted(text: string): string {
  return `'${text.replaceAll(`'`, `''`)}'`;
}
