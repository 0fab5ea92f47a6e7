import { utcDay } from '@interline/kernel';
import { booksAccountKey, type Line } from '../books-account.ts';
import { assertBalanced, type Entry } from '../entry.ts';
import { type DayVolume, volumeOf } from '../volume-of.ts';
import type { BookReads, BookWrites, Check, DayPrice, DayTotal, EntryPage } from '../repository.ts';

type MemoryBooks = Omit<
  BookWrites,
  'balance' | 'liabilities' | 'liability' | 'recordBalance' | 'putLiability' | 'clearLiability'
> & {
  /** All posted entries, in order. */
  readonly posted: readonly Entry[];
};

/** In-memory double-entry books, for tests of code that posts to them. */
export function memoryBooks(): MemoryBooks {
  const posted: Entry[] = [];
  const folded = new Set<string>();
  const running = new Map<string, Line>();
  const days = new Map<string, DayTotal>();
  const volumes = new Map<string, DayVolume>();
  const prices = new Map<string, DayPrice>();
  const checks = new Map<string, Check>();
  const inOrder = (): readonly Entry[] => posted.toSorted(byAge);
  const checkKey = ({ chain, account, token }: Check['book']): string =>
    `${chain}|${account}|${token}`;
  const allChecks = (): readonly Check[] =>
    [...checks].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, check]) => check);
  const reads: Omit<BookReads, 'balance' | 'liabilities' | 'liability'> = {
    entries: async (page) => pageOf(inOrder(), page),
    entriesOf: async (owner) => inOrder().filter((one) => one.owner?.id === owner),
    entriesOfTransaction: async (owner, transactionId) =>
      inOrder().filter((one) => one.owner?.id === owner && one.transactionId === transactionId),
    entriesAbove: async (chain, block) =>
      inOrder().filter((one) => one.chain === chain && one.block !== null && one.block > block),
    unfolded: async (limit) =>
      inOrder()
        .filter(({ id }) => !folded.has(id))
        .slice(0, limit),
    runningBalances: async (chain) =>
      [...running.values()]
        .filter((line) => chain === undefined || line.chain === chain)
        .sort((a, b) => (runningKey(a) < runningKey(b) ? -1 : 1)),
    dayTotals: async (from, to) => ofDays(days, from, to),
    dayVolumes: async (from, to) => ofDays(volumes, from, to),
    dayPrices: async (from, to) => ofDays(prices, from, to),
    checks: async () => allChecks(),
    check: async (book) => checks.get(checkKey(book)) ?? null,
    deficits: async () => allChecks().filter(({ deficit }) => deficit > 0n),
    deficitsOf: async (chain, account) =>
      allChecks().filter(
        ({ book, deficit }) => deficit > 0n && book.chain === chain && book.account === account,
      ),
  };
  return {
    posted,
    ...reads,
    async post(entry) {
      assertBalanced(entry.lines);
      if (posted.some(({ id }) => id === entry.id)) return false;
      posted.push(entry);
      return true;
    },
    async fold(entries) {
      if (entries.some(({ id }) => folded.has(id))) throw new Error('an entry is folded already');
      for (const entry of entries) {
        folded.add(entry.id);
        const [day, engine] = [utcDay(entry.atMs), entry.engine ?? ''];
        for (const line of entry.lines) {
          const key = booksAccountKey(line);
          const units = (running.get(key)?.units ?? 0n) + line.units;
          running.set(key, { ...line, units });
          const { kind, chain, token, holder } = line;
          const dayKey = [day, chain, kind, token, holder, engine].join('|');
          days.set(dayKey, {
            ...line,
            day,
            engine,
            units: (days.get(dayKey)?.units ?? 0n) + line.units,
          });
        }
        for (const { chain, token, units } of volumeOf(entry)) {
          const key = [day, chain, token, engine].join('|');
          volumes.set(key, {
            day,
            chain,
            token,
            engine,
            units: (volumes.get(key)?.units ?? 0n) + units,
          });
        }
      }
    },
    async keepDayPrice(price) {
      const key = `${price.day}|${price.chain}|${price.token}`;
      if (!prices.has(key)) prices.set(key, price);
    },
    async putCheck(check) {
      checks.set(checkKey(check.book), check);
    },
    async forgetCheck(book) {
      checks.delete(checkKey(book));
    },
  };
}

function ofDays<T extends { readonly day: string }>(
  rows: ReadonlyMap<string, T>,
  from: string,
  to: string,
): readonly T[] {
  return [...rows]
    .filter(([, { day }]) => day >= from && day <= to)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => row);
}

function byAge(a: Entry, b: Entry): number {
  return a.atMs - b.atMs || (a.id < b.id ? -1 : 1);
}

function runningKey({ chain, kind, token, holder }: Line): string {
  return [chain, kind, token, holder].join('|');
}

function pageOf(
  entries: readonly Entry[],
  { fromMs, toMs, chain, engine, after, limit }: EntryPage,
): readonly Entry[] {
  return entries
    .filter(
      (one) =>
        one.atMs >= fromMs &&
        one.atMs < toMs &&
        (chain === undefined || one.chain === chain) &&
        (engine === undefined || one.engine === engine) &&
        (after === undefined ||
          one.atMs > after.atMs ||
          (one.atMs === after.atMs && one.id > after.id)),
    )
    .slice(0, limit);
}
