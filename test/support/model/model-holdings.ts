import {
  asUnits,
  type BalanceReading,
  type Book,
  type ChainRef,
  nativeAddress,
} from '@interline/kernel';
import type { HoldingsReading } from '@interline/ports';
import type { ModelBlock } from './model-branch.ts';
import type { NodeView } from './model-node.ts';
import { depthFor, type Nodes, readerOf } from './model-reading.ts';

/** More than any test spends, where gas is free. */
const coins = 10n ** 24n;

/** At one block of one node that serves its state there. */
export function balancesBy(
  chain: ChainRef,
  nodes: Nodes,
  books: readonly Book[],
  { confirmations, isPriced }: { readonly confirmations: number; readonly isPriced: boolean },
): readonly BalanceReading[] {
  const deepOn = (one: NodeView): ModelBlock => one.blockBelow(depthFor(confirmations, one, nodes));
  const reader = readerOf(chain, nodes, (one) => one.servesState(deepOn(one).number, 'balances'));
  const { number: block, state } = deepOn(reader);
  const coin = (account: string): bigint => (isPriced ? (state.coins.get(account) ?? 0n) : coins);
  return books.map((book) => ({
    book,
    block,
    units: asUnits(
      book.token === nativeAddress ? coin(book.account) : (state.balances.get(book.account) ?? 0n),
    ),
  }));
}

/** Balances and nonces at one block of the first node that serves its state; null where none does. */
export function holdingsBy(
  chain: ChainRef,
  nodes: Nodes,
  books: readonly Book[],
  at: {
    readonly isPriced: boolean;
    readonly confirmations?: number;
    readonly block?: number;
    readonly otherThan?: number;
  },
): HoldingsReading | null {
  const depthOn = (one: NodeView): number =>
    at.block === undefined
      ? depthFor(at.confirmations ?? 1, one, nodes)
      : one.head.number - at.block;
  const reader = nodes.find(
    (one, index) =>
      !one.node.isSilent &&
      (nodes.length < 2 || index + 1 !== at.otherThan) &&
      depthOn(one) >= 0 &&
      one.servesState(one.blockBelow(depthOn(one)).number, 'balances'),
  );
  if (reader === undefined) return null;
  const { number: block, hash: blockHash, state } = reader.blockBelow(depthOn(reader));
  const coin = (account: string): bigint =>
    at.isPriced ? (state.coins.get(account) ?? 0n) : coins;
  return {
    readBy: nodes.indexOf(reader) + 1,
    block,
    blockHash,
    balances: books.map((book) => ({
      book,
      block,
      units: asUnits(
        book.token === nativeAddress
          ? coin(book.account)
          : (state.balances.get(book.account) ?? 0n),
      ),
    })),
    slotsTaken: new Map(books.map(({ account }) => [account, state.nonces.get(account) ?? 0])),
  };
}
