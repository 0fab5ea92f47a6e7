import { type AccountRole, type ChainRef, nativeAddress } from '@interline/kernel';

/**
 * What a books account holds. The first three are ours on a chain, to the unit, and are held
 * against it; the others say what that money is.
 * - float, transit: what the float and the spender account hold of a token
 * - coin: what either of them holds of the chain's coin
 * - owed-to-payers: pulled, and not delivered or refunded yet
 * - owed-by-engines: given to an engine, and not seen delivered or given back yet
 * - conversion: value that came in as one token on one chain and left as another
 * - moved: float of our own on its way from chain to chain, at par: no profit and no loss
 * - capital: the operator's money: opening balances, deposits, withdrawals, transfers of its own
 * - fees: the service's charges for what was delivered
 * - gas, gas-adjustment: what receipts say inclusion cost, and what a rollup took beyond that
 * - rail-costs: coin that a rail's call paid beside the payer's token, and what moving our own
 *   float to another chain cost
 * - losses: what is gone, or was paid and came to nothing
 * - unclaimed: what came in without a reason that the service knows
 */
export const booksKinds = [
  'float',
  'transit',
  'coin',
  'owed-to-payers',
  'owed-by-engines',
  'conversion',
  'moved',
  'capital',
  'fees',
  'gas',
  'gas-adjustment',
  'rail-costs',
  'losses',
  'unclaimed',
] as const;

export type BooksKind = (typeof booksKinds)[number];

/** One account of the double-entry books. */
export interface BooksAccount {
  readonly kind: BooksKind;
  readonly chain: ChainRef;
  /** Contract address, or `native`. */
  readonly token: string;
  /** Our address where it is ours on a chain; the engine that owes; empty for all others. */
  readonly holder: string;
}

/** In a line, debits are above zero and credits below. */
export interface Line extends BooksAccount {
  readonly units: bigint;
}

/** What an address of ours holds of a token. */
export function holdingOf(
  role: AccountRole,
  chain: ChainRef,
  token: string,
  holder: string,
): BooksAccount {
  const kind = token === nativeAddress ? 'coin' : role === 'float' ? 'float' : 'transit';
  return { kind, chain, token, holder };
}

/** Whether the account stands for money of ours on a chain. */
export function isHolding({ kind }: Pick<BooksAccount, 'kind'>): boolean {
  return kind === 'float' || kind === 'transit' || kind === 'coin';
}

const creditKinds: ReadonlySet<BooksKind> = new Set([
  'owed-to-payers',
  'capital',
  'fees',
  'unclaimed',
]);

/**
 * A balance as a reader expects it: what is owed, put in or earned is above zero there, although it
 * is a credit.
 */
export function shownUnits(kind: BooksKind, units: bigint): bigint {
  return creditKinds.has(kind) ? -units : units;
}

/** On which side a balance of that kind grows: above zero where it is shown. */
export function sideOf(kind: BooksKind): 'credit' | 'debit' {
  return creditKinds.has(kind) ? 'credit' : 'debit';
}

/** One key for each books account, for maps. */
export function booksAccountKey({ kind, chain, token, holder }: BooksAccount): string {
  return `${kind}|${chain}|${token}|${holder}`;
}
