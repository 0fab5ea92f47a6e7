import {
  assertBalanced,
  booksAccountKey,
  type BookReads,
  type BookWrites,
  type Check,
  type DayTotal,
  type DayVolume,
  type Entry,
  type Line,
  volumeOf,
} from '@interline/core/books';
import { asUnits, type Book, utcDay } from '@interline/kernel';
import type { Db } from '../engine/db.ts';
import type { Dialect } from '../engine/dialect.ts';
import { inParts, listOf, type SqlValues } from '../engine/statement.ts';
import { type CheckRow, type EntryRow, unfolded } from './tables.ts';

type EntryReads = Omit<BookReads, 'balance' | 'liabilities' | 'liability'>;
type EntryWrites = Pick<BookWrites, 'post' | 'fold' | 'keepDayPrice' | 'putCheck' | 'forgetCheck'>;

const inOrder = 'ORDER BY at_ms, id';

export function entryReads(db: Db): EntryReads {
  const entriesWhere = async (where: string, values: SqlValues): Promise<readonly Entry[]> =>
    (await db.select('book_entry', where, values)).map(entryOf);
  const checksWhere = async (where: string, values: SqlValues): Promise<readonly Check[]> =>
    (await db.select('book_check', `${where} ORDER BY chain, account, token`, values)).map(checkOf);
  return {
    entries({ fromMs, toMs, chain, engine, after, limit }) {
      const wanted = [
        'at_ms >= :fromMs AND at_ms < :toMs',
        ...(after === undefined ? [] : ['(at_ms, id) > (:afterMs, :afterId)']),
        ...(chain === undefined ? [] : ['chain = :chain']),
        ...(engine === undefined ? [] : ['engine = :engine']),
      ].join(' AND ');
      return entriesWhere(`WHERE ${wanted} ${inOrder} LIMIT :limit`, {
        fromMs,
        toMs,
        afterMs: after?.atMs ?? 0,
        afterId: after?.id ?? '',
        chain: chain ?? '',
        engine: engine ?? '',
        limit,
      });
    },

    entriesOf: (owner) => entriesWhere(`WHERE owner_id = :owner ${inOrder}`, { owner }),

    entriesOfTransaction: (owner, transactionId) =>
      entriesWhere(`WHERE owner_id = :owner AND transaction_id = :transactionId ${inOrder}`, {
        owner,
        transactionId,
      }),

    entriesAbove: (chain, block) =>
      entriesWhere(`WHERE chain = :chain AND block > :block ${inOrder}`, { chain, block }),

    unfolded: (limit) => entriesWhere(`WHERE ${unfolded} ${inOrder} LIMIT :limit`, { limit }),

    runningBalances: (chain) =>
      db.select(
        'book_running',
        `${chain === undefined ? '' : 'WHERE chain = :chain'} ORDER BY chain, kind, token, holder`,
        chain === undefined ? {} : { chain },
      ),

    dayTotals: (fromDay, toDay) =>
      db.select(
        'book_day',
        'WHERE day >= :fromDay AND day <= :toDay ORDER BY day, chain, kind, token, holder, engine',
        { fromDay, toDay },
      ),

    dayVolumes: (fromDay, toDay) =>
      db.select(
        'book_volume',
        'WHERE day >= :fromDay AND day <= :toDay ORDER BY day, chain, token, engine',
        { fromDay, toDay },
      ),

    dayPrices: (fromDay, toDay) =>
      db.select(
        'book_price',
        'WHERE day >= :fromDay AND day <= :toDay ORDER BY day, chain, token',
        { fromDay, toDay },
      ),

    checks: () => checksWhere('', {}),

    async check(book) {
      const [one] = await checksWhere(`WHERE ${ofBook}`, valuesOf(book));
      return one ?? null;
    },

    deficits: () => checksWhere(`WHERE deficit <> '0'`, {}),

    deficitsOf: (chain, account) =>
      checksWhere(`WHERE chain = :chain AND account = :account AND deficit <> '0'`, {
        chain,
        account,
      }),
  };
}

const ofAccount = 'kind = :kind AND chain = :chain AND token = :token AND holder = :holder';
const ofBook = 'chain = :chain AND account = :account AND token = :token';

export function entryWrites(db: Db, { forUpdate }: Dialect): EntryWrites {
  const addToRunning = async (line: Line): Promise<void> => {
    const { kind, chain, token, holder, units } = line;
    const at = { kind, chain, token, holder };
    const known = await db.first('book_running', `WHERE ${ofAccount} ${forUpdate}`, at);
    if (known === null) await db.insert('book_running', { ...at, units });
    else await db.update('book_running', { units: known.units + units }, ofAccount, at);
  };
  const addToDay = async (total: DayTotal): Promise<void> => {
    const { kind, chain, token, holder, day, engine, units } = total;
    const at = { kind, chain, token, holder, day, engine };
    const where = `day = :day AND ${ofAccount} AND engine = :engine`;
    const known = await db.first('book_day', `WHERE ${where} ${forUpdate}`, at);
    if (known === null) await db.insert('book_day', { ...at, units });
    else await db.update('book_day', { units: known.units + units }, where, at);
  };
  const addToVolume = async ({ units, ...at }: DayVolume): Promise<void> => {
    const where = 'day = :day AND chain = :chain AND token = :token AND engine = :engine';
    const known = await db.first('book_volume', `WHERE ${where} ${forUpdate}`, at);
    if (known === null) await db.insert('book_volume', { ...at, units });
    else await db.update('book_volume', { units: known.units + units }, where, at);
  };
  return {
    async post(entry) {
      assertBalanced(entry.lines);
      const written = await db.insert('book_entry', rowOf(entry), 'ON CONFLICT (id) DO NOTHING');
      return written === 1;
    },

    async fold(entries) {
      for (const part of inParts(entries.map(({ id }) => id))) {
        const list = listOf('entry', part);
        const folded = await db.update(
          'book_entry',
          { isFolded: true },
          `id IN (${list.text}) AND is_folded = :no`,
          { ...list.values, no: false },
        );
        if (folded !== part.length)
          throw new Error('an entry is in the running balances already, or twice in this list');
      }
      const { accounts, days, volumes } = totalsOf(entries);
      for (const line of accounts) await addToRunning(line);
      for (const total of days) await addToDay(total);
      for (const volume of volumes) await addToVolume(volume);
    },

    async keepDayPrice(price) {
      await db.insert('book_price', price, 'ON CONFLICT (day, chain, token) DO NOTHING');
    },

    async putCheck(check) {
      await db.insert(
        'book_check',
        checkRow(check),
        `ON CONFLICT (chain, account, token) DO UPDATE SET units = excluded.units, block = excluded.block,
        block_hash = excluded.block_hash, deficit = excluded.deficit, after_block = excluded.after_block,
        by_block = excluded.by_block, since_ms = excluded.since_ms, good_block = excluded.good_block,
        at_ms = excluded.at_ms`,
      );
    },

    async forgetCheck(book) {
      await db.run(`DELETE FROM book_check WHERE ${ofBook}`, valuesOf(book));
    },
  };
}

/** In one order for all units, so that two of them never wait for each other's rows in a circle. */
function totalsOf(entries: readonly Entry[]): {
  readonly accounts: readonly Line[];
  readonly days: readonly DayTotal[];
  readonly volumes: readonly DayVolume[];
} {
  const accounts = new Map<string, Line>();
  const days = new Map<string, DayTotal>();
  const volumes = new Map<string, DayVolume>();
  for (const entry of entries) {
    const [day, engine] = [utcDay(entry.atMs), entry.engine ?? ''];
    for (const line of entry.lines) {
      const key = booksAccountKey(line);
      accounts.set(key, { ...line, units: line.units + (accounts.get(key)?.units ?? 0n) });
      const dayKey = `${day}|${key}|${engine}`;
      days.set(dayKey, {
        ...line,
        day,
        engine,
        units: line.units + (days.get(dayKey)?.units ?? 0n),
      });
    }
    for (const { chain, token, units } of volumeOf(entry)) {
      const key = `${day}|${chain}|${token}|${engine}`;
      const sum = units + (volumes.get(key)?.units ?? 0n);
      volumes.set(key, { day, chain, token, engine, units: sum });
    }
  }
  const sorted = <T>(map: ReadonlyMap<string, T>): readonly T[] =>
    [...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
  return { accounts: sorted(accounts), days: sorted(days), volumes: sorted(volumes) };
}

function rowOf({ owner, lines, ...entry }: Entry): EntryRow {
  return {
    ...entry,
    ownerKind: owner?.kind ?? null,
    ownerId: owner?.id ?? null,
    lines: JSON.stringify(
      lines.map(({ kind, chain, token, holder, units }) => [
        kind,
        chain,
        token,
        holder,
        units.toString(),
      ]),
    ),
    isFolded: false,
  };
}

function entryOf({ ownerKind, ownerId, lines, isFolded: _folded, kind, ...row }: EntryRow): Entry {
  return {
    ...row,
    kind: kind as Entry['kind'], // CAST: written by `rowOf`.
    owner: ownerKind === null || ownerId === null ? null : { kind: ownerKind, id: ownerId },
    lines: linesIn(lines),
  };
}

function linesIn(text: string): readonly Line[] {
  // CAST: written by `rowOf`.
  const rows = JSON.parse(text) as readonly [Line['kind'], Line['chain'], string, string, string][];
  return rows.map(([kind, chain, token, holder, units]) => ({
    kind,
    chain,
    token,
    holder,
    units: BigInt(units),
  }));
}

function checkRow({ book, appeared, ...check }: Check): CheckRow {
  return {
    ...book,
    ...check,
    afterBlock: appeared?.after ?? null,
    byBlock: appeared?.by ?? null,
    sinceMs: appeared?.sinceMs ?? null,
  };
}

function checkOf({
  chain,
  account,
  token,
  units,
  deficit,
  afterBlock: after,
  byBlock: by,
  sinceMs,
  ...check
}: CheckRow): Check {
  return {
    ...check,
    book: { chain, account, token },
    units: asUnits(units),
    deficit: asUnits(deficit),
    appeared: after === null || by === null || sinceMs === null ? null : { after, by, sinceMs },
  };
}

function valuesOf({ chain, account, token }: Book): SqlValues {
  return { chain, account, token };
}
