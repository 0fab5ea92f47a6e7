import { type AccountRole, type ChainRef, nativeAddress } from '@interline/kernel';

/**
 * What a books account holds. The first three are our money on a chain, to the unit, and are
 * compared with it; the others say what that money is.
 *
 * - float, transit: what the float and the spender account hold of a token
 * - coin: what either of them holds of the chain's coin
 * - owed-to-payers: pulled, and not delivered or refunded yet
 * - owed-by-engines: given to an engine, and not seen delivered or returned yet
 * - conversion: value that came in as one token on one chain and left as another
 * - moved: our own float on its way from chain to chain, at par: no profit and no loss
 * - capital: the operator's money: opening balances, deposits, withdrawals, own transfers
 * - fees: the service's charges for deliveries
 * - gas, gas-adjustment: inclusion cost according to receipts, and what a rollup took beyond that
 * - rail-costs: coin that a rail's call paid beside the payer's token, and the cost of moving our
 *   own float to another chain
 * - losses: money that is gone, or was paid without effect
 * - unclaimed: money that came in for no reason known to the service
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

/** An account of the double-entry books. */
export interface BooksAccount {
  readonly kind: BooksKind;
  readonly chain: ChainRef;
  /** Contract address, or `native`. */
  readonly token: string;
  /** Our address for money on a chain; the engine that owes; empty for all others. */
  readonly holder: string;
}

/** In a line, debits are positive and credits negative. */
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

/** Whether the account stands for our money on a chain. */
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
 * A balance as a reader expects it: debts, capital and income are positive, although they are
 * credits.
 */
export function shownUnits(kind: BooksKind, units: bigint): bigint {
  return creditKinds.has(kind) ? -units : units;
}

/** The side on which a balance of that kind grows, which is shown as positive. */
export function sideOf(kind: BooksKind): 'credit' | 'debit' {
  return creditKinds.has(kind) ? 'credit' : 'debit';
}

/** One key for each books account, for maps. */
export function booksAccountKey({ kind, chain, token, holder }: BooksAccount): string {
  return `${kind}|${chain}|${token}|${holder}`;
}
