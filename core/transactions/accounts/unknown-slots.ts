import { type ChainRef, type Address, unplaced } from '@interline/kernel';
import type { WatchedTransaction } from '@interline/ports';
import type { TransactionPorts } from '../ports.ts';
import type { Account } from '../repository.ts';
import { watchedOf } from '../watch/watched-of.ts';

/** Maximum slots read per look; each takes many requests. */
const slotsAtMost = 64;

/** The account's transactions on the chain that the store does not know. */
export interface UnknownSlots {
  /** Lowest first, as many as one look reads. */
  readonly slots: readonly number[];
  /** Whether there are more. */
  readonly isCut: boolean;
  /** A block at which the first of them was free; null if unknown. */
  readonly freeAt: number | null;
  /**
   * The account's open transactions that the chain shows reverted and the store has not processed
   * yet.
   */
  readonly reverted: ReadonlySet<string>;
}

/**
 * The slots below `mined` that were never allotted, and those whose consumer is not a form of the
 * stored transaction. Throws `CHAIN_UNREACHABLE`.
 */
export async function unknownSlots(
  ports: Pick<TransactionPorts, 'custody' | 'store'>,
  at: { readonly chain: ChainRef; readonly account: Address },
  { nextSlot, mined }: { readonly nextSlot: number; readonly mined: number },
  signal: AbortSignal,
): Promise<UnknownSlots> {
  const { chain, account } = at;
  const reads = ports.store.reads.transactions;
  const displaced = await reads.unexplainedTransactions(chain, account);
  const open = await openOnes(ports, at, signal);
  const taken = open.filter(({ isUnknown }) => isUnknown).map(({ watched }) => watched.transaction);
  const allotted = [...taken, ...displaced].map(({ slot }) => slot);
  const never = Array.from({ length: Math.max(0, mined - nextSlot) }, (_, at) => nextSlot + at);
  const all = [...new Set([...allotted, ...never])].sort((a, b) => a - b);
  return {
    slots: all.slice(0, slotsAtMost),
    isCut: all.length > slotsAtMost,
    freeAt: await freeAtOf(ports, at, all[0]),
    reverted: new Set(
      open.filter(({ isReverted }) => isReverted).map(({ watched }) => watched.transaction.id),
    ),
  };
}

/**
 * The account's open transactions whose slots are taken on the chain, as far as one look shows by
 * no form of theirs. Throws `CHAIN_UNREACHABLE`.
 */
export async function takenByOthers(
  ports: Pick<TransactionPorts, 'custody' | 'store'>,
  at: Pick<Account, 'chain' | 'account'>,
  signal: AbortSignal,
): Promise<readonly WatchedTransaction[]> {
  const open = await openOnes(ports, at, signal);
  return open.filter(({ isUnknown }) => isUnknown).map(({ watched }) => watched);
}

/** An open transaction of the account, as the chain shows it. */
interface OpenOne {
  readonly watched: WatchedTransaction;
  readonly isUnknown: boolean;
  readonly isReverted: boolean;
}

async function openOnes(
  { custody, store }: Pick<TransactionPorts, 'custody' | 'store'>,
  { chain, account }: Pick<Account, 'chain' | 'account'>,
  signal: AbortSignal,
): Promise<readonly OpenOne[]> {
  const reads = store.reads.transactions;
  const open = (await reads.openTransactions({ at: { chain, account } })).filter(
    (one) => one.slot !== unplaced,
  );
  if (open.length === 0) return [];
  const watched = await watchedOf(reads, open);
  const reading = await custody.observe(chain, watched, signal);
  const seen = new Map(reading.transactions.map((one) => [one.transactionId, one]));
  return watched.map((one) => {
    const now = seen.get(one.transaction.id);
    // A transaction without its receipt yet is mined itself.
    const isUnknown = now?.isSlotTaken === true && now.mined === null && now.receiptOwed === null;
    return { watched: one, isUnknown, isReverted: now?.mined?.isSuccess === false };
  });
}

/** The block of the account's last known transaction below the slot. */
async function freeAtOf(
  { store }: Pick<TransactionPorts, 'store'>,
  { chain, account }: { readonly chain: ChainRef; readonly account: Address },
  slot: number | undefined,
): Promise<number | null> {
  if (slot === undefined) return null;
  return store.reads.transactions.minedBefore(chain, account, slot);
}
