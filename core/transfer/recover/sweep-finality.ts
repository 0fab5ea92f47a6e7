import {
  type ChainRef,
  type Transaction,
  finalityOf,
  faultInLog,
  type Reservation,
} from '@interline/kernel';
import type {
  ChainReading,
  TransactionReading,
  MinedReading,
  WatchedTransaction,
} from '@interline/ports';
import { moveMined } from '../../books/index.ts';
import type { TransferUnit } from '../repository.ts';
import {
  gasReservationId,
  movedUnits,
  StaleTransaction,
  watchedOf,
} from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import { StaleRoute } from '../repository.ts';
import { payoutReservationId, holdId, ownReservationId } from '../float/route-reservations.ts';
import { reopenTransaction } from './reopen-transaction.ts';
import { StandingBlocks } from './standing-blocks.ts';

/** How many slots one sweep of a chain searches. Each search takes many requests. */
const searchesAtMost = 8;

/**
 * Checks every mined transaction that was not final yet. It may be final now, still there, in
 * another block, or at another cost; or a reorg has removed it or given it another end. The
 * returned function remembers which blocks stand, so that receipts are read only if a block does
 * not, and once when it is deep enough.
 */
export function sweepFinality(ports: TransferPorts): (signal: AbortSignal) => Promise<void> {
  const standing = new Map(ports.custody.chains.map((chain) => [chain, new StandingBlocks()]));
  return async (signal) => {
    await Promise.all(
      [...standing].map(async ([chain, blocks]) => {
        try {
          const doubtful = await doubtfulOn(ports, chain, blocks, signal);
          if (doubtful.length > 0) await sweepChain(ports, chain, doubtful, signal);
        } catch (error) {
          // A sweep that is aborted because the process stops is not a chain's fault.
          if (signal.aborted) return;
          ports.log.warn('sweep-postponed', {
            chain,
            ...faultInLog(error),
            fault: error instanceof Error ? error.name : 'unknown',
          });
        }
      }),
    );
  };
}

/**
 * Transactions whose receipts must be read: those in a block that may not stand, those deep enough
 * to be final, and those that wait for a proof.
 */
async function doubtfulOn(
  { store, custody, policy }: TransferPorts,
  chain: ChainRef,
  standing: StandingBlocks,
  signal: AbortSignal,
): Promise<readonly Transaction[]> {
  const { transactions } = store.reads;
  const blocks = await transactions.unfinalBlocks(chain);
  if (blocks.length === 0) return [];
  const seen = await standing.look(
    blocks,
    async (heights) => (await custody.headWith?.(chain, heights, signal)) ?? null,
  );
  const all = blocks.map(({ block }) => block);
  if (seen === null) return transactions.unfinalIn(chain, all);
  const { finalDepth } = finalityOf(policy.finality, chain);
  const read = [
    ...seen.unsure.map(({ block }) => block),
    ...all.filter((block) => block !== null && seen.head - block >= finalDepth),
  ];
  const unproven = (await transactions.unprovenSlots()).filter((one) => one.chain === chain);
  const doubtful = [
    ...(read.length === 0 ? [] : await transactions.unfinalIn(chain, [...new Set(read)])),
    ...(await Promise.all(unproven.map((one) => transactions.transaction(one.transactionId)))),
  ];
  return [...new Map(doubtful.filter(isUnfinal).map((one) => [one.id, one])).values()];
}

function isUnfinal(transaction: Transaction | null): transaction is Transaction {
  if (transaction === null) return false;
  const { isFinal, state } = transaction;
  return !isFinal && state !== 'open' && state !== 'displaced';
}

async function sweepChain(
  ports: TransferPorts,
  chain: ChainRef,
  transactions: readonly Transaction[],
  signal: AbortSignal,
): Promise<void> {
  const watched = await watchedOf(ports.store.reads.transactions, transactions);
  const reading = await ports.custody.observe(chain, watched, signal);
  const seen = new Map(reading.transactions.map((one) => [one.transactionId, one]));
  const standing: Transaction[] = [];
  const missing: WatchedTransaction[] = [];
  for (const one of watched) {
    const now = seen.get(one.transaction.id);
    if (now === undefined) continue;
    const isKnown = now.mined !== null || isSlotFree(one.transaction, now, reading);
    if (!isKnown && now.isSlotTaken && now.receiptOwed === null) missing.push(one);
    if (isKnown && (await mend(ports, one.transaction, now.mined, signal)))
      standing.push(one.transaction);
  }
  for (const one of thisSweep(missing, reading.block)) {
    if (await isDisplaced(ports, one, signal)) await mend(ports, one.transaction, null, signal);
  }
  const deep = standing.flatMap((transaction) =>
    finalOf(ports, transaction, seen.get(transaction.id), reading),
  );
  const final = await shownByEnough(ports, chain, deep, signal);
  const owed = new Set(deep.filter((one) => !final.includes(one)).map((one) => one.transaction.id));
  for (const one of standing) if (!owed.has(one.id)) ports.watch.proven(one);
  if (final.length === 0) return;
  const ended = final.map(({ transaction }) => transaction);
  await ports.store.run('mark-final', async (tx) => {
    await tx.transactions.markTransactionsFinal(ended);
    for (const [account, those] of Map.groupBy(ended, (one) => one.account)) {
      const highest = Math.max(...those.map(({ slot }) => slot));
      await tx.transactions.markFinal(chain, account, highest);
    }
    await freeHolds(tx, ended);
  });
}

/**
 * Whether a reorg removed the transaction: the chain that was read is past its block and its slot
 * is free again. A lagging node shows no free slot at that block, and a node that returns any
 * receipt shows no free slot.
 */
function isSlotFree(
  { minedBlock }: Transaction,
  seen: TransactionReading,
  { block }: ChainReading,
): boolean {
  return !seen.isSlotTaken && seen.receiptOwed === null && block >= (minedBlock ?? 0);
}

/**
 * The slots that this sweep searches. The first one depends on the block in a scattered way, so
 * that no fixed number of blocks between sweeps leads to the same slots again and again.
 */
function thisSweep(
  missing: readonly WatchedTransaction[],
  block: number,
): readonly WatchedTransaction[] {
  const scattered = Math.imul(block, 2_654_435_761) >>> 0;
  const first = missing.length === 0 ? 0 : scattered % missing.length;
  return [...missing.slice(first), ...missing.slice(0, first)].slice(0, searchesAtMost);
}

/** The receipt is missing: it is late, or after a reorg another transaction has the slot. */
async function isDisplaced(
  ports: TransferPorts,
  watched: WatchedTransaction,
  signal: AbortSignal,
): Promise<boolean> {
  const consumer = await ports.watch.consumerOf(watched, signal);
  return (
    consumer.kind === 'found' &&
    consumer.isHeld &&
    watched.forms.every(({ hash }) => hash !== consumer.hash)
  );
}

/** Whether the transaction is as it was seen. If it is not, the store is updated. */
async function mend(
  ports: TransferPorts,
  transaction: Transaction,
  mined: MinedReading | null,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    // Gone from the chain that was read, or there with another end: a reorg removed what we saw.
    if (
      !endsAsSeen(transaction, mined) ||
      mayHoldOthers(transaction, mined) ||
      (await hasLostItsTransfer(ports, transaction, mined))
    ) {
      await reopenTransaction(ports, transaction, signal);
      return false;
    }
    if (mined.blockHash !== transaction.minedBlockHash || hasOtherCost(transaction, mined))
      await recordAgain(ports, transaction, mined);
    return true;
  } catch (error) {
    // Its route moved meanwhile; the next sweep looks again, and this one continues.
    if (!(error instanceof StaleTransaction) && !(error instanceof StaleRoute)) throw error;
    return false;
  }
}

/** A multicall may have carried other results in another block although it succeeds in both. */
function mayHoldOthers(
  { purpose, minedBlockHash }: Transaction,
  { blockHash }: MinedReading,
): boolean {
  return purpose === 'sponsor' && blockHash !== minedBlockHash;
}

/**
 * Whether its receipt shows another cost than it was settled with. A lower cost for the same gas
 * may only come from a node that shows no posting fee, so it is ignored.
 */
function hasOtherCost(
  { gasUsed, gasCost }: Transaction,
  mined: Pick<MinedReading, 'gasUsed' | 'gasCost'>,
): boolean {
  return mined.gasUsed !== gasUsed || mined.gasCost > (gasCost ?? 0n);
}

/**
 * Whether the route ended with what the transaction moved, and in its new block after a reorg the
 * transaction succeeds but moves less.
 */
async function hasLostItsTransfer(
  { store }: TransferPorts,
  { owner, expects }: Transaction,
  mined: MinedReading,
): Promise<boolean> {
  if (expects === null || movedUnits(mined, expects) >= expects.units) return false;
  const route = await store.reads.transfers.route(owner.id);
  return (
    route?.phase === 'ended' &&
    (route.status === 'DONE' ? route.destTx : route.refundTx) === mined.hash
  );
}

interface DeepTransaction {
  /** In the block that it was seen in. */
  readonly transaction: Transaction;
  readonly mined: MinedReading;
}

/**
 * A final transaction is never read again, so one node's statement is not enough; the others are
 * pending.
 */
async function shownByEnough(
  { custody, watch }: TransferPorts,
  chain: ChainRef,
  deep: readonly DeepTransaction[],
  signal: AbortSignal,
): Promise<readonly DeepTransaction[]> {
  if (deep.length === 0) return [];
  const mined = deep.map((one) => one.mined);
  const alike = await custody.shownAlike(chain, mined, signal);
  for (const one of deep)
    if (!alike.has(one.mined.hash)) await watch.owed(one.transaction, one.mined.block);
  return deep.filter((one) => alike.has(one.mined.hash));
}

/** Empty if the transaction's block is not deep enough. */
function finalOf(
  ports: TransferPorts,
  transaction: Transaction,
  seen: TransactionReading | undefined,
  reading: ChainReading,
): readonly DeepTransaction[] {
  const mined = seen?.mined ?? null;
  if (!endsAsSeen(transaction, mined)) return [];
  const { finalDepth } = finalityOf(ports.policy.finality, transaction.chain);
  const isDeep = reading.block - mined.block >= finalDepth;
  return isDeep ? [{ transaction: { ...transaction, minedBlock: mined.block }, mined }] : [];
}

/**
 * Another signed transaction of the same slot is another end: of a pull and the no-op that fills
 * its slot, only the pull brings money.
 */
function endsAsSeen(transaction: Transaction, mined: MinedReading | null): mined is MinedReading {
  return (
    mined !== null &&
    mined.hash === transaction.minedHash &&
    (transaction.state === 'filled' || mined.isSuccess === (transaction.state === 'mined'))
  );
}

/** A payout is final, so what was pulled for it is inventory now. */
async function freeHolds(tx: TransferUnit, final: readonly Transaction[]): Promise<void> {
  const paid = final.filter(({ purpose }) => purpose === 'payout').map(({ owner }) => owner.id);
  const done = await tx.transfers.doneAmong(paid);
  await tx.transactions.releaseReservations(done.map(holdId));
}

/**
 * The same end in another block, from which on a balance includes what was moved, or at another
 * cost.
 */
async function recordAgain(
  ports: TransferPorts,
  transaction: Transaction,
  { block, blockHash, gasUsed, gasCost }: MinedReading,
): Promise<void> {
  await ports.store.run('block-moved', async (tx) => {
    await tx.transactions.moveTransaction(transaction.id, transaction, {
      minedBlock: block,
      minedBlockHash: blockHash,
      gasUsed,
      gasCost,
    });
    const to = { block, blockHash, gasCost, atMs: ports.clock.now() };
    await moveMined(tx.books, transaction.owner, transaction.id, to);
    for (const reservation of await tx.transactions.reservationsOf(transaction.owner.id)) {
      if (reservation.state === 'settled' && isSettledBy(reservation, transaction))
        await tx.transactions.settleReservation(reservation.id, block);
      if (transaction.purpose === 'pull' && reservation.id === holdId(transaction.owner.id))
        await tx.transactions.setReservation(reservation.id, {
          countsFromBlock: Math.min(reservation.countsFromBlock, block),
        });
    }
  });
}

function isSettledBy({ id, owner }: Reservation, transaction: Transaction): boolean {
  return (
    id === gasReservationId(transaction.id) ||
    // A withdrawal's reservation has its owner's id.
    id === owner.id ||
    (transaction.purpose === 'payout' && id === payoutReservationId(owner.id)) ||
    (transaction.purpose === 'refund' && id === holdId(owner.id)) ||
    (transaction.purpose === 'pull' && id === ownReservationId(owner.id))
  );
}
