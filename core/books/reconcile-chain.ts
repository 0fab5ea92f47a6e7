import {
  utcDay,
  type AccountRole,
  type Book,
  type ChainRef,
  faultInLog,
  nativeAddress,
} from '@interline/kernel';
import type { HoldingsReading } from '@interline/ports';
import { booksAccountKey, holdingOf, type Line } from './books-account.ts';
import { findAppearance } from './find-appearance.ts';
import { balancesOf, foldEntries } from './fold-entries.ts';
import { adjustableUnits, checkOf, type Compared, judgeHolding } from './judge-holding.ts';
import { pulledUnits } from './pulled-units.ts';
import type { BookReads, Check } from './repository.ts';
import type { KnownTransactions, ReconcilePorts, WatchedSlot } from './reconcile-ports.ts';
import { reverseOrphans } from './reverse-orphans.ts';

/**
 * - judged: chain and books were compared at that block
 * - waiting: a transaction of ours at or below every block that was read is not settled yet, or the
 *   store does not know everything an account has sent
 * - unread: the chain does not answer, or only with an older block than before
 */
export interface ChainReconciled {
  readonly chain: ChainRef;
  readonly outcome: 'judged' | 'waiting' | 'unread';
  readonly block: number | null;
}

/** How much deeper a block is read if transactions at a newer one are not settled yet. */
const deeper = [0, 16, 64];
const settlesWithinMs = 5_000;
const looksEveryMs = 250;

/**
 * Compares our accounts on a chain with the books, to the unit, at one block for which every
 * transaction of ours at or below it is settled. Posts what explains a difference; logs a deficit
 * and keeps it until chain and books agree again. Never throws for a silent chain.
 */
export async function reconcileChain(
  ports: ReconcilePorts,
  chain: ChainRef,
  signal: AbortSignal,
): Promise<ChainReconciled> {
  try {
    const first = await look(ports, chain, null, signal);
    if (first.outcome !== 'judged' || first.drifts.size === 0) return first;
    await ports.clock.sleep(ports.policy.driftHoldsMs, signal);
    if (signal.aborted) return first;
    await reverseOrphans(ports, chain, signal);
    return await look(ports, chain, first, signal);
  } catch (error) {
    ports.log.warn('books-not-reconciled', {
      chain,
      ...faultInLog(error),
    });
    return { chain, outcome: 'unread', block: null };
  }
}

/** Differences that wait for a second look, by books account. */
type Drifts = ReadonlyMap<string, bigint>;

/** A first look. The second one uses another node if there are two. */
interface FirstLook {
  readonly drifts: Drifts;
  readonly readBy: number | null;
}

async function look(
  ports: ReconcilePorts,
  chain: ChainRef,
  first: FirstLook | null,
  signal: AbortSignal,
): Promise<ChainReconciled & FirstLook> {
  const before = first?.drifts ?? null;
  const from = first === null || first.readBy === null ? {} : { otherThan: first.readBy };
  await foldEntries(ports);
  const books = holdingsOn(ports, chain);
  let outcome: ChainReconciled['outcome'] = 'unread';
  const newest = await ports.custody.holdings(
    chain,
    books.map(({ book }) => book),
    from,
    signal,
  );
  for (const more of newest === null ? [] : deeper) {
    const reading =
      more === 0 || newest === null
        ? newest
        : await ports.custody.holdings(
            chain,
            books.map(({ book }) => book),
            { ...from, block: Math.max(0, newest.block - more) },
            signal,
          );
    if (reading === null) break;
    const judged = await judgeWhenSettled(ports, chain, { reading, before }, signal);
    if (judged !== 'waiting' && judged !== 'older') {
      return {
        chain,
        outcome: 'judged',
        block: reading.block,
        drifts: judged,
        readBy: reading.readBy,
      };
    }
    outcome = judged === 'waiting' ? 'waiting' : outcome;
    if (judged === 'older') break;
  }
  return { chain, outcome, block: null, drifts: new Map(), readBy: null };
}

interface Looked {
  readonly reading: HoldingsReading;
  readonly before: Drifts | null;
}

async function judgeWhenSettled(
  ports: ReconcilePorts,
  chain: ChainRef,
  looked: Looked,
  signal: AbortSignal,
): Promise<Drifts | 'waiting' | 'older'> {
  const until = ports.clock.monotonic() + settlesWithinMs;
  for (;;) {
    const judged = await judge(ports, chain, looked);
    if (judged !== 'waiting')
      return judged.kind === 'older' ? 'older' : conclude(ports, chain, judged, signal);
    if (signal.aborted || ports.clock.monotonic() >= until) return 'waiting';
    await ports.clock.sleep(looksEveryMs, signal);
  }
}

type Judged =
  | { readonly kind: 'older' }
  | {
      readonly kind: 'judged';
      readonly drifts: Drifts;
      readonly deficits: readonly { readonly one: Compared; readonly drift: bigint }[];
    };

/** One unit: compares, and posts what explains a difference. */
function judge(
  ports: ReconcilePorts,
  chain: ChainRef,
  { reading, before }: Looked,
): Promise<Judged | 'waiting'> {
  const { store, clock, policy } = ports;
  return store.run('reconcile', async (tx) => {
    const isUnread = await isBehind(tx.transactions, chain, reading);
    const watched = await tx.transactions.watchedTransactions(chain);
    if (watched.some((one) => isUnsettled(reading, one))) return 'waiting';
    const mayBeReversed = watched.some((one) => isGone(reading, one));
    const checks = (await tx.books.checks()).filter(({ book }) => book.chain === chain);
    if (checks.some(({ block }) => block > reading.block)) return { kind: 'older' };

    const due = await tx.transfers.arrivalsDue();
    const atMs = clock.now();
    const sums = await balancesOf(tx.books, { chain, block: reading.block });
    let adjustable = adjustableUnits(
      await todaysLines(tx.books, atMs),
      chain,
      policy.gasAdjustmentBps.get(chain) ?? 0,
    );
    const holdings = holdingsOn(ports, chain);
    const lastOf = (book: Book): Check | null =>
      checks.find((check) => isSame(check.book, book)) ?? null;
    const unmatched = holdings.every(({ book }) => lastOf(book) !== null)
      ? []
      : await tx.transactions.unmatchedTransactions();
    const drifts = new Map<string, bigint>();
    const deficits: { readonly one: Compared; readonly drift: bigint }[] = [];
    for (const { book, role } of holdings) {
      const key = booksAccountKey(holdingOf(role, chain, book.token, book.account));
      const one: Compared = {
        book,
        role,
        block: reading.block,
        blockHash: reading.blockHash,
        byChain: unitsIn(reading, book),
        byBooks: sums.get(key)?.units ?? 0n,
        last: lastOf(book),
        adjustable,
        before: before === null ? null : (before.get(key) ?? 0n),
        pulled: pulledUnits(book, unmatched, reading.block),
        atMs,
      };
      // What its unread transactions brought would be booked as capital.
      if (isUnread && one.last === null) continue;
      const judged = judgeHolding(one);
      if (judged.kind === 'look-again') drifts.set(key, judged.drift);
      if (judged.kind === 'deficit') deficits.push({ one, drift: judged.drift });
      if (judged.kind !== 'balanced') continue;
      // An apparent surplus may be what a route is about to be booked with.
      if (judged.drift > 0n && due.some((one) => isSame(one, book))) continue;
      // An apparent surplus is a transaction of ours that a reorg removed; the sweep reverses it
      // soon.
      if (judged.posts !== null && mayBeReversed) return 'waiting';
      // An entry for that block may exist and be reversed; then it is posted for the next block.
      if (judged.posts !== null && !(await tx.books.post(judged.posts))) continue;
      if (judged.posts?.kind === 'adjustment') adjustable += judged.drift;
      const check = checkOf(one, judged, null);
      if (check !== null) await tx.books.putCheck(check);
    }
    return { kind: 'judged', drifts, deficits };
  });
}

/** Stores each deficit, with the first block in which it shows if it is new, and logs it. */
async function conclude(
  ports: ReconcilePorts,
  chain: ChainRef,
  judged: Judged,
  signal: AbortSignal,
): Promise<Drifts | 'older'> {
  if (judged.kind === 'older') return 'older';
  for (const { one, drift } of judged.deficits) {
    const known = one.last?.appeared ?? null;
    const appeared = known ?? (await findAppearance(ports, one, signal));
    const check = checkOf(one, { kind: 'deficit', drift }, appeared);
    if (check === null) continue;
    await ports.store.run('keep-deficit', (tx) => tx.books.putCheck(check));
    if (known === null || check.deficit !== one.last?.deficit) logDeficit(ports, chain, one, check);
  }
  return judged.drifts;
}

function logDeficit(
  { log }: ReconcilePorts,
  chain: ChainRef,
  { role, book }: Compared,
  { deficit, appeared, block }: Check,
): void {
  log.error('books-deficit', {
    chain,
    account: role,
    tokenAddress: book.token,
    deficit: deficit.toString(),
    block,
    appearedAfter: appeared?.after ?? null,
    appearedBy: appeared?.by ?? null,
    advice:
      'the chain shows less than the books: look at what the account sent in these blocks; ' +
      'payouts above the limit wait until "interline books reconciliation" shows none',
  });
}

/** Every listed token and the coin, on both accounts, including those of former keys. */
function holdingsOn(
  { custody, tokens }: Pick<ReconcilePorts, 'custody' | 'tokens'>,
  chain: ChainRef,
): readonly { readonly book: Book; readonly role: AccountRole }[] {
  const listed = tokens.on(chain).map(({ address }) => address);
  const all = [...new Set([...listed, nativeAddress])];
  return [custody, ...custody.former].flatMap((keys) =>
    keys
      .roles(chain)
      .flatMap((role) =>
        all.map((token) => ({ role, book: { chain, account: keys.account(chain, role), token } })),
      ),
  );
}

/**
 * Whether the chain shows more of an account than the store has allotted, or the account is
 * stopped: its movements may not be in the books yet.
 */
async function isBehind(
  transactions: KnownTransactions,
  chain: ChainRef,
  { slotsTaken }: HoldingsReading,
): Promise<boolean> {
  for (const [account, slot] of slotsTaken) {
    const record = await transactions.account(chain, account);
    if (record !== null && (record.stopped !== null || slot > record.nextSlot)) return true;
  }
  return false;
}

/**
 * A transaction whose slot is taken in the blocks that were read, and that is not settled in one of
 * them: not yet, or in a later one. In the latter case a reorg has moved it, or the node answered
 * for a later block than it named.
 */
function isUnsettled(
  { block, slotsTaken }: HoldingsReading,
  { account, slot, minedBlock }: WatchedSlot,
): boolean {
  const isSettled = minedBlock !== null && minedBlock <= block;
  return !isSettled && slot >= 0 && slot < (slotsTaken.get(account) ?? 0);
}

/** A transaction that was settled in these blocks, and that a reorg has removed since. */
function isGone(
  { block, slotsTaken }: HoldingsReading,
  { account, slot, minedBlock }: WatchedSlot,
): boolean {
  const count = slotsTaken.get(account);
  return minedBlock !== null && minedBlock <= block && count !== undefined && slot >= count;
}

function unitsIn({ balances }: HoldingsReading, book: Book): bigint {
  return balances.find((one) => isSame(one.book, book))?.units ?? 0n;
}

function isSame(a: Book, b: Book): boolean {
  return a.chain === b.chain && a.account === b.account && a.token === b.token;
}

function todaysLines(books: Pick<BookReads, 'dayTotals'>, atMs: number): Promise<readonly Line[]> {
  const day = utcDay(atMs);
  return books.dayTotals(day, day);
}
