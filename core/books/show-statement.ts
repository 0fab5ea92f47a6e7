import { type ChainRef, chainToWire, RelayError, type TokenList } from '@interline/kernel';
import { type BooksKind, shownUnits, sideOf } from './books-account.ts';
import { foldEntries } from './fold-entries.ts';
import { tokenOf } from './keep-day-prices.ts';
import type { BookStore, DayPrice, DayTotal } from './repository.ts';

export const statementGroups = ['day', 'chain', 'engine'] as const;

export interface StatementQuestion {
  /** UTC days, both inclusive; at most 366 of them. */
  readonly fromDay: string;
  readonly toDay: string;
  readonly by: (typeof statementGroups)[number];
  readonly chain?: ChainRef;
  readonly engine?: string;
}

/** Income or cost of one token in one group. */
export interface StatementRow {
  readonly group: string;
  readonly kind: BooksKind;
  readonly chain: ChainRef;
  readonly token: string;
  readonly symbol: string;
  /** Null if the deployment does not list the token. */
  readonly decimals: number | null;
  /** A credit is income, a debit a cost; both are positive. */
  readonly side: 'credit' | 'debit';
  readonly units: bigint;
  /** At each day's price; null if a day has none. */
  readonly microUsd: bigint | null;
}

export interface Statement {
  readonly fromDay: string;
  readonly toDay: string;
  readonly by: StatementQuestion['by'];
  readonly rows: readonly StatementRow[];
  readonly groups: readonly (Profit & { readonly group: string })[];
  /** Over all groups, independent of the grouping. */
  readonly total: Profit;
}

/** Without amounts that have no price. */
export interface Profit {
  /** Income less costs. */
  readonly profitMicroUsd: bigint;
  /** What payers gave for delivered transfers; by chain, where they gave it. */
  readonly volumeMicroUsd: bigint;
  /** Daily sums of one account and token that are not included because a price is missing. */
  readonly unpriced: number;
}

/**
 * The kinds that make a profit or a loss. The others say who holds what, and what moved between
 * accounts of our own.
 */
const resultKinds: readonly BooksKind[] = [
  'fees',
  'conversion',
  'unclaimed',
  'gas',
  'gas-adjustment',
  'rail-costs',
  'losses',
];

const daysAtMost = 366;
const dayMs = 86_400_000;

/**
 * Profit and loss over some days, each amount at its day's price. A conversion counts with the
 * value that came in less the value that left, so that a payout at a price other than par is a
 * result. Its two sides may be on two chains, so by chain it is a separate group, and for a single
 * chain it is left out. The volume belongs to the chain on which payers gave it.
 */
export async function showStatement(
  { store, tokens }: { readonly store: BookStore; readonly tokens: TokenList },
  question: StatementQuestion,
): Promise<Statement> {
  const { fromDay, toDay, by, chain, engine } = question;
  assertDays(fromDay, toDay);
  await foldEntries({ store });
  const [totals, volumes, prices] = await Promise.all([
    store.reads.books.dayTotals(fromDay, toDay),
    store.reads.books.dayVolumes(fromDay, toDay),
    store.reads.books.dayPrices(fromDay, toDay),
  ]);
  const priceOf = new Map(prices.map((one) => [priceKey(one), one]));
  const worthOf = (one: Priced): bigint | null => worthAt(one, tokens, priceOf.get(priceKey(one)));
  const rows = new Map<string, Row>();
  for (const total of totals) {
    if (!resultKinds.includes(total.kind) || total.units === 0n) continue;
    if (chain !== undefined && (total.chain !== chain || total.kind === 'conversion')) continue;
    if (engine !== undefined && total.engine !== engine) continue;
    const group = groupOf(total, by);
    const key = `${group}|${total.chain}|${total.kind}|${total.token}`;
    const known = rows.get(key) ?? { total, group, units: 0n, pricedMicroUsd: 0n, unpriced: 0 };
    const worth = worthOf(total);
    rows.set(key, {
      ...known,
      units: known.units + total.units,
      pricedMicroUsd: known.pricedMicroUsd + (worth ?? 0n),
      unpriced: known.unpriced + (worth === null ? 1 : 0),
    });
  }
  const sorted = [...rows]
    // Money that came in and left at another price is a result too.
    .filter(([, row]) => row.units !== 0n || row.pricedMicroUsd !== 0n || row.unpriced > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => row);
  const given = volumes
    .filter((one) => one.units !== 0n && (chain === undefined || one.chain === chain))
    .filter((one) => engine === undefined || one.engine === engine)
    .map((one) => ({
      group: groupOf({ ...one, kind: 'owed-to-payers' }, by),
      worth: worthOf(one),
    }));
  const groups = [...new Set([...sorted, ...given].map(({ group }) => group))].sort();
  return {
    fromDay,
    toDay,
    by,
    rows: sorted.map((row) => shownRow(row, tokens)),
    groups: groups.map((group) => ({
      group,
      ...profitOf(
        sorted.filter((row) => row.group === group),
        given.filter((one) => one.group === group),
      ),
    })),
    total: profitOf(sorted, given),
  };
}

interface Row {
  readonly total: DayTotal;
  readonly group: string;
  /** Debits are positive, as in the books. */
  readonly units: bigint;
  readonly pricedMicroUsd: bigint;
  /** Days without a price. */
  readonly unpriced: number;
}

function profitOf(
  rows: readonly Row[],
  given: readonly { readonly worth: bigint | null }[],
): Profit {
  return {
    profitMicroUsd: rows.reduce((sum, { pricedMicroUsd }) => sum - pricedMicroUsd, 0n),
    volumeMicroUsd: given.reduce((sum, { worth }) => sum + (worth ?? 0n), 0n),
    unpriced:
      rows.reduce((sum, { unpriced }) => sum + unpriced, 0) +
      given.filter(({ worth }) => worth === null).length,
  };
}

function shownRow(
  { total, group, units, pricedMicroUsd, unpriced }: Row,
  tokens: TokenList,
): StatementRow {
  const { kind, chain, token } = total;
  return {
    group,
    kind,
    chain,
    token,
    symbol: tokenOf(tokens, total)?.symbol ?? token,
    decimals: tokenOf(tokens, total)?.decimals ?? null,
    side: sideOf(kind),
    units: shownUnits(kind, units),
    microUsd: unpriced > 0 ? null : shownUnits(kind, pricedMicroUsd),
  };
}

function groupOf(
  { day, chain, engine, kind }: Pick<DayTotal, 'day' | 'chain' | 'engine' | 'kind'>,
  by: StatementQuestion['by'],
): string {
  switch (by) {
    case 'day':
      return day;
    case 'chain':
      return kind === 'conversion' ? kind : String(chainToWire(chain));
    case 'engine':
      return engine === '' ? 'none' : engine;
  }
}

type Priced = Pick<DayTotal, 'day' | 'chain' | 'token' | 'units'>;

/** In millionths of a dollar, rounded toward zero; null without a price or a known unit. */
function worthAt(one: Priced, tokens: TokenList, price: DayPrice | undefined): bigint | null {
  const token = tokenOf(tokens, one);
  if (price === undefined || token === undefined) return null;
  return (one.units * price.microUsd) / 10n ** BigInt(token.decimals);
}

function priceKey({ day, chain, token }: Pick<DayPrice, 'day' | 'chain' | 'token'>): string {
  return `${day}/${chain}/${token}`;
}

function assertDays(fromDay: string, toDay: string): void {
  const days = (Date.parse(toDay) - Date.parse(fromDay)) / dayMs + 1;
  if (days >= 1 && days <= daysAtMost) return;
  throw new RelayError(
    'BAD_REQUEST',
    { field: 'to' },
    `to ${toDay} must be the same day as from ${fromDay} or later, and at most ${daysAtMost - 1} days later`,
  );
}
