import {
  type AccountRole,
  type ChainRef,
  finalityOf,
  RelayError,
  type Transaction,
} from '@interline/kernel';
import type { AccountHistory, AccountTransaction, Prepared } from '@interline/ports';
import {
  type Account,
  commitFillers,
  fillersAmong,
  freeSlots,
  isStoreBehind,
  seeFillersThrough,
  stopText,
  unknownSlots,
  type UnknownSlots,
} from '../../transactions/index.ts';
import { portsOf, type TransferPorts } from '../ports.ts';
import { isRebalance } from '../route.ts';
import type { TransferUnit } from '../repository.ts';
import { worksWith } from '../settle/judge-accounts-of.ts';
import type { OpenRoute } from './match-call.ts';
import { type FoundTransaction, recordTransaction } from './record-history.ts';
import { routesWithMoney } from './routes-with-money.ts';
import { unsettledPages } from './unsettled-routes.ts';

/**
 * - runs: it was not stopped because of the store
 * - brought-forward: the store has everything that the chain shows, and the account runs again
 * - waiting: something is unconfirmed or not deep enough, or the nodes disagree
 * - unread: no node shows what consumed a slot
 */
type ForwardState = 'runs' | 'brought-forward' | 'waiting' | 'unread';

/** The result of reading an account whose store is behind the chain. */
export interface AccountForward extends Account {
  readonly state: ForwardState;
  /** What it waits for, as text; null if it runs. */
  readonly reason: string | null;
  readonly found: readonly FoundTransaction[];
}

export interface ForwardOptions {
  /**
   * Required depth of what is read: `final` by itself; for an operator's order, the depth at which
   * a payment counts.
   */
  readonly depth: 'final' | 'confirmed';
  /** Rolls back what it has written, so that only the result remains. */
  readonly isDryRun?: boolean;
}

/**
 * Reads from the chain what the store does not know of an account, and stores it: as transactions
 * of the routes that they were made for, or as unmatched for an operator. The account runs again
 * once nothing is left. Throws `CHAIN_UNREACHABLE`.
 */
export async function bringForward(
  ports: TransferPorts,
  chain: ChainRef,
  role: AccountRole,
  options: ForwardOptions,
  signal: AbortSignal,
): Promise<AccountForward> {
  const account = ports.custody.account(chain, role);
  if (options.isDryRun !== true) await seeFillersThrough(ports, { chain, account }, signal);
  const record = await readForward(ports, chain, role, options, signal);
  const forward = await inUnit(ports, options, record);
  if (forward.state === 'brought-forward' && options.isDryRun !== true)
    ports.log.warn('account-brought-forward', {
      chain,
      role,
      found: forward.found.length,
      unmatched: forward.found.filter(({ outcome }) => outcome === 'unmatched').length,
    });
  return forward;
}

/**
 * Only the reading, for a unit of the caller; the function that it resolves to writes the result
 * there. Throws `CHAIN_UNREACHABLE`.
 */
export async function readForward(
  ports: Pick<TransferPorts, ForwardNeeds>,
  chain: ChainRef,
  role: AccountRole,
  options: ForwardOptions,
  signal: AbortSignal,
): Promise<(tx: TransferUnit) => Promise<AccountForward>> {
  const { custody, store } = ports;
  const account = custody.account(chain, role);
  const at: Account = { chain, role, account };
  const record = await store.reads.transactions.account(chain, account);
  const runs = { ...at, state: 'runs', reason: null, found: [] } as const;
  if (record === null || (!isStoreBehind(record.stopped) && options.isDryRun !== true))
    return async () => runs;
  const queue = await custody.queue(chain, account, signal);
  const { nextSlot } = record;
  // A dry run stops no account, so it looks at accounts that would be stopped.
  if (!isStoreBehind(record.stopped) && (queue.leastPending ?? 0) <= nextSlot)
    return async () => runs;
  const unknown = await unknownSlots(ports, at, { nextSlot, mined: queue.mined }, signal);
  const free = freeSlots(queue, nextSlot);
  const slots = unknown.slots.filter((slot) => !free.includes(slot));
  const history =
    slots.length === 0
      ? nothingUnknown
      : await custody.accountHistory(chain, { account, slots, freeAt: unknown.freeAt }, signal);
  const deep = deepOnes(ports, chain, history, options);
  const pulled = await routesWithMoney(ports, at, signal);
  const noop = free.length === 0 ? null : await fillerFor(ports, at, signal);
  const read: Read = {
    at,
    nextSlot,
    unknown,
    history,
    deep,
    pulled,
    pending: queue.pending,
    fills: noop === null ? null : { noop, free },
  };
  return (tx) => recordRead(ports, tx, read, options);
}

/**
 * Throws if no filler can be made now: no later slot is recorded before the free ones are filled.
 */
async function fillerFor(
  { custody }: Pick<TransferPorts, 'custody'>,
  { chain, role }: Account,
  signal: AbortSignal,
): Promise<Prepared> {
  const outcome = await custody.prepare({ kind: 'noop', chain, role }, signal);
  if (!outcome.ok) throw new RelayError('GAS_EXHAUSTED', { chain }, outcome.reason);
  const [noop] = outcome.value;
  if (noop === undefined) throw new Error('a no-op is one transaction');
  return noop;
}

type ForwardNeeds = 'store' | 'custody' | 'deposits' | 'clock' | 'entropy' | 'policy' | 'former';

const nothingUnknown: AccountHistory = { transactions: [], unseen: null };

interface Read {
  readonly at: Account;
  readonly nextSlot: number;
  readonly unknown: UnknownSlots;
  readonly history: AccountHistory;
  /** The part of the history that is deep enough, up to the first that is not. */
  readonly deep: readonly AccountTransaction[];
  readonly pulled: ReadonlySet<string>;
  readonly pending: number;
  /** Slots that nothing has taken, and the no-op that fills them; null if there are none. */
  readonly fills: { readonly noop: Prepared; readonly free: readonly number[] } | null;
}

function deepOnes(
  { policy }: Pick<TransferPorts, 'policy'>,
  chain: ChainRef,
  { transactions }: AccountHistory,
  { depth }: ForwardOptions,
): readonly AccountTransaction[] {
  const { confirmations, finalDepth } = finalityOf(policy.finality, chain);
  const needed = depth === 'final' ? finalDepth : confirmations - 1;
  const shallow = transactions.findIndex(({ head, block }) => head - block < needed);
  return shallow < 0 ? transactions : transactions.slice(0, shallow);
}

async function inUnit(
  { store }: TransferPorts,
  { isDryRun = false }: ForwardOptions,
  work: (tx: TransferUnit) => Promise<AccountForward>,
): Promise<AccountForward> {
  if (!isDryRun) return store.run('bring-forward', work);
  try {
    return await store.run('bring-forward-dry', async (tx) => {
      throw new Undone(await work(tx));
    });
  } catch (error) {
    if (error instanceof Undone) return error.forward;
    throw error;
  }
}

/** Rolls a unit back and carries its result. */
class Undone extends Error {
  override readonly name = 'Undone';
  readonly forward: AccountForward;

  constructor(forward: AccountForward) {
    super('a dry run writes nothing');
    this.forward = forward;
  }
}

async function recordRead(
  ports: Pick<TransferPorts, ForwardNeeds>,
  tx: TransferUnit,
  read: Read,
  { isDryRun = false }: ForwardOptions,
): Promise<AccountForward> {
  const { at, nextSlot, unknown, deep } = read;
  const { chain, account } = at;
  const now = await tx.transactions.account(chain, account);
  if (now === null || (!isStoreBehind(now.stopped) && !isDryRun))
    return { ...at, state: 'runs', reason: null, found: [] };
  // Another process was faster.
  if (now.nextSlot !== nextSlot)
    return { ...at, state: 'waiting', reason: 'it is being read by another process', found: [] };
  if (read.fills !== null) await commitFillers(ports, tx, read.fills.noop, read.fills.free);
  const found: FoundTransaction[] = [];
  const routes = await openRoutes(ports, tx, at, read.pulled);
  const reverted = new Set(unknown.reverted);
  const inSlots = await ownIn(tx, at, unknown.slots);
  let waits = false;
  for (const transaction of deep) {
    const recording = { ports, tx, at, routes, reverted, inSlots };
    const one = await recordTransaction(recording, transaction);
    waits = one === null;
    if (one === null) break;
    found.push(one);
    note(routes, reverted, one);
    await tx.transactions.openAccount(chain, account, transaction.slot + 1);
  }
  const fillers = fillersAmong(await tx.transactions.openTransactions({ at }), at);
  const left: LeftOver | null = waits
    ? waiting('the spender of another chain must be read first')
    : (leftOver(read) ?? leftFree(fillers));
  if (left === null) {
    await tx.transactions.stopAccount(chain, account, null);
    return { ...at, state: 'brought-forward', reason: null, found };
  }
  if (left.state === 'unread') await sayUnread(tx, read, now.stopped);
  return { ...at, ...left, found };
}

/** Routes that the account may have worked for, oldest first. */
async function openRoutes(
  ports: Pick<TransferPorts, 'custody' | 'former'>,
  tx: TransferUnit,
  { chain, role }: Account,
  pulled: ReadonlySet<string>,
): Promise<OpenRoute[]> {
  const open: OpenRoute[] = [];
  for await (const page of unsettledPages(tx)) {
    for (const route of page) {
      if (route.phase === 'ended' || route.isSimulated || !worksWith(route, chain, role)) continue;
      if (portsOf(ports, route)?.custody !== ports.custody) continue;
      const hasPull = route.permit !== null || isRebalance(route) || route.mode === 'deposit';
      const isPulled = !hasPull || route.credited !== null || pulled.has(route.id);
      const transactions = await tx.transactions.transactionsOf(route.id);
      open.push({ route, transactions, isPulled });
    }
  }
  return open.sort((a, b) => a.route.createdAtMs - b.route.createdAtMs);
}

/** The store's own transactions in the slots that are read. */
async function ownIn(
  tx: TransferUnit,
  { chain, account }: Account,
  slots: readonly number[],
): Promise<readonly Transaction[]> {
  const open = await tx.transactions.openTransactions({ at: { chain, account } });
  const displaced = await tx.transactions.unexplainedTransactions(chain, account);
  return [...open, ...displaced].filter(({ slot }) => slots.includes(slot));
}

/** Records the match, so that it counts for what is read next. */
function note(routes: OpenRoute[], reverted: Set<string>, found: FoundTransaction): void {
  for (const row of found.matched) {
    const at = routes.findIndex(({ route }) => route.id === row.owner.id);
    const open = routes[at];
    if (open === undefined) continue;
    if (!found.isSuccess) reverted.add(row.id);
    routes[at] = {
      ...open,
      transactions: [...open.transactions, row],
      isPulled: open.isPulled || (row.purpose === 'pull' && found.isSuccess),
    };
  }
}

/** What keeps an account from running, and what it waits for, as text. */
interface LeftOver {
  readonly state: 'waiting' | 'unread';
  readonly reason: string;
}

/** Null if nothing keeps the account from running. Shallow transactions come before unseen ones. */
export function leftOver({
  at,
  nextSlot,
  unknown,
  history,
  deep,
  pending,
}: Pick<Read, 'at' | 'nextSlot' | 'unknown' | 'history' | 'deep' | 'pending'>): LeftOver | null {
  const { unseen, transactions } = history;
  const next = transactions[deep.length];
  if (next !== undefined)
    return waiting(
      `slot ${next.slot} of this account is in block ${next.block}, which is not deep enough yet`,
    );
  if (unseen !== null)
    return {
      state: 'unread',
      reason: `the nodes do not show what took slot ${unseen.slot} of this account (${unseen.reason}), of ${unknown.slots.length} that are unknown${unknown.freeAt === null ? '' : `, since block ${unknown.freeAt}`}`,
    };
  if (unknown.isCut) return waiting('more of its slots are still to be read');
  const last = unknown.slots.at(-1) ?? -1;
  if (pending > Math.max(nextSlot, last + 1))
    return waiting(
      `slot ${Math.max(nextSlot, last + 1)} of the ${at.role} account is in no block yet`,
    );
  return null;
}

/** A transaction sent there may still be mined, until the no-op has the slot. */
function leftFree([first]: readonly Transaction[]): LeftOver | null {
  return first === undefined
    ? null
    : waiting(`slot ${first.slot} of this account was free, and is being filled with a no-op`);
}

function waiting(reason: string): LeftOver {
  return { state: 'waiting', reason };
}

/** Shows the operator, with the account, what could not be read. */
async function sayUnread(
  tx: TransferUnit,
  { at: { chain, account }, history, unknown }: Read,
  stopped: string | null,
): Promise<void> {
  const { unseen } = history;
  if (unseen === null) return;
  const text = stopText(
    'store-behind',
    `slots ${unseen.slot} to ${unknown.slots.at(-1) ?? unseen.slot} of this account are not in the store, and the nodes do not show them (${unseen.reason})${unknown.freeAt === null ? '' : `; they lie above block ${unknown.freeAt}`}`,
  );
  if (text !== stopped) await tx.transactions.stopAccount(chain, account, text);
}
