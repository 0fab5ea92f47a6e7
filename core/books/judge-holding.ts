import { asUnits, type Book, type ChainRef, nativeAddress } from '@interline/kernel';
import { type BooksKind, holdingOf, type Line } from './books-account.ts';
import { entryOf, type Entry } from './entry.ts';
import type { Check } from './repository.ts';

/** One holding of ours, on its chain and in the books, at one block. */
export interface Compared {
  readonly book: Book;
  readonly role: 'spender' | 'float';
  readonly block: number;
  readonly blockHash: string;
  readonly byChain: bigint;
  readonly byBooks: bigint;
  /** The last judgement; null if it was never judged. */
  readonly last: Check | null;
  /** How much missing coin may be attributed to a rollup's charges beyond its receipts. */
  readonly adjustable: bigint;
  /**
   * The previous look's difference (chain minus books); null at the first look. A difference counts
   * once two looks show it, an opening balance once two show exactly the same.
   */
  readonly before: bigint | null;
  /** What unmatched pulls brought to it by that block, less what was refunded. */
  readonly pulled: bigint;
  readonly atMs: number;
}

/**
 * - balanced: equal, now or after the entry that explains the difference
 * - unseen: it has never held anything, so there is nothing to open
 * - look-again: a difference, or an opening balance, that was seen once
 * - deficit: the chain has less than the books
 */
export type Judgement =
  | { readonly kind: 'unseen' | 'look-again'; readonly drift: bigint }
  | { readonly kind: 'balanced'; readonly drift: bigint; readonly posts: Entry | null }
  | { readonly kind: 'deficit'; readonly drift: bigint };

/**
 * Explains a difference between chain and books. A surplus is the opening balance of an account
 * that was never judged, which is capital except for what unmatched pulls brought; otherwise it is
 * unclaimed, because any address can send us money. A shortage of coin is, up to a bound, what a
 * rollup charged beyond its receipts; otherwise it is a deficit.
 */
export function judgeHolding(one: Compared): Judgement {
  const drift = one.byChain - one.byBooks;
  if (one.last === null && drift > 0n)
    return one.before === drift ? posting(one, drift, 'opening') : { kind: 'look-again', drift };
  if (one.last === null && one.byChain === 0n && drift === 0n && isOurInventory(one))
    return { kind: 'unseen', drift };
  if (drift === 0n) return { kind: 'balanced', drift, posts: null };
  if (one.before === null || one.before > 0n !== drift > 0n || one.before === 0n)
    return { kind: 'look-again', drift };
  if (drift > 0n) return posting(one, one.before < drift ? one.before : drift, 'surplus');
  return one.book.token === nativeAddress && -drift <= one.adjustable
    ? posting(one, drift, 'adjustment')
    : { kind: 'deficit', drift };
}

/**
 * Whether it opens with its first balance. A spender's tokens open empty, because they belong to
 * others.
 */
function isOurInventory({ role, book }: Compared): boolean {
  return role === 'float' || book.token === nativeAddress;
}

type PostingKind = 'opening' | 'surplus' | 'adjustment';

function posting(one: Compared, units: bigint, kind: PostingKind): Judgement {
  const { book, role, block, blockHash, atMs } = one;
  const { chain, account, token } = book;
  const posts = entryOf({
    id: `${kind}/${chain}/${account.slice(0, 10)}/${token}/${block}/${blockHash.slice(0, 18)}`,
    kind,
    chain,
    block,
    blockHash,
    lines: [
      { ...holdingOf(role, chain, token, account), units },
      ...sourcesOf(one, units, kind).map((source) => ({ ...source, chain, token })),
    ],
    atMs,
  });
  return { kind: 'balanced', drift: units, posts };
}

/** What those units are, as credits. */
function sourcesOf(
  { book: { account }, pulled }: Compared,
  units: bigint,
  kind: PostingKind,
): readonly Pick<Line, 'kind' | 'holder' | 'units'>[] {
  switch (kind) {
    case 'opening': {
      // The rest of what was pulled has left the account again.
      const payers = pulled < units ? pulled : units;
      return [
        { kind: 'unclaimed', holder: account, units: -payers },
        { kind: 'capital', holder: '', units: payers - units },
      ];
    }
    case 'surplus':
      return [{ kind: 'unclaimed', holder: account, units: -units }];
    case 'adjustment':
      return [{ kind: 'gas-adjustment', holder: '', units: -units }];
  }
}

/** The stored row of a judgement; null for one that is soon repeated, or without holdings. */
export function checkOf(
  one: Compared,
  judged: Judgement,
  appeared: { readonly after: number; readonly by: number } | null,
): Check | null {
  const { book, block, blockHash, byChain, last, atMs } = one;
  const common = { book, units: asUnits(byChain), block, blockHash, atMs };
  switch (judged.kind) {
    case 'unseen':
    case 'look-again':
      return null;
    case 'balanced':
      return { ...common, deficit: asUnits(0n), appeared: null, goodBlock: block };
    case 'deficit': {
      const goodBlock = last?.goodBlock ?? -1;
      const first = last?.appeared ?? {
        ...(appeared ?? { after: goodBlock, by: block }),
        sinceMs: atMs,
      };
      return { ...common, deficit: asUnits(-judged.drift), appeared: first, goodBlock };
    }
  }
}

/** How much of a chain's missing coin may still be adjusted today. */
export function adjustableUnits(today: readonly Line[], chain: ChainRef, bps: number): bigint {
  const sum = (kind: BooksKind): bigint =>
    today
      .filter((line) => line.kind === kind && line.chain === chain)
      .reduce((units, line) => units + line.units, 0n);
  const left = (sum('gas') * BigInt(bps)) / 10_000n - sum('gas-adjustment');
  return left > 0n ? left : 0n;
}
