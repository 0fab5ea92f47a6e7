import {
  asUnits,
  carrierOf,
  confirmationsFor,
  type Transaction,
  type SignedTransaction,
  finalityOf,
  noRoute,
  maxCostWei,
  unplaced,
} from '@interline/kernel';
import type { TransactionPorts } from './ports.ts';
import type { Sighting } from './chain-watch.ts';
import { ensureSigned } from './commit-transactions.ts';
import { gasReservationId } from './gas.ts';
import { insertReplacement, sealReplacement } from './replace-transaction.ts';
import { isStoreBehind } from './stopped-account.ts';
import { type Verdict, verdictOf } from './verdict-of.ts';

export interface AwaitedTransaction {
  /** As it is now: one that waited for a batch has its place in it. */
  readonly transaction: Transaction;
  readonly verdict: Verdict;
  readonly sighting: Sighting | null;
}

export interface AwaitOptions {
  /**
   * What a pull is worth, for the depth it needs before money of ours leaves (null: unknown, which
   * counts as much); left out for what we send, whose reorg is ours to mend.
   */
  readonly pulledUsd?: number | null;
  /** For what only has to free its nonce: being in a block is enough, whatever its end there. */
  readonly untilMined?: boolean;
  readonly patienceMs: number;
}

/**
 * Watches a committed transaction until something is proven or patience ends; then sends it again,
 * dearer when it is stuck.
 */
export async function awaitTransaction(
  ports: TransactionPorts,
  given: Transaction,
  options: AwaitOptions,
  signal: AbortSignal,
): Promise<AwaitedTransaction> {
  const transaction =
    given.nonce === unplaced ? await ports.multicalls.placed(given, options.patienceMs) : given;
  // Still waiting for its batch, or left out of one: its route looks again.
  if (transaction === null || transaction.state !== 'open')
    return { transaction: transaction ?? given, verdict: 'pending', sighting: null };
  const row = finalityOf(ports.policy.finality, transaction.chain);
  const proof = {
    success: options.pulledUsd === undefined ? 1 : confirmationsFor(row, options.pulledUsd),
    void: row.confirmations,
  };
  const isEnough = (one: Sighting): boolean =>
    verdictOf(one, proof) !== 'pending' || (options.untilMined === true && one.mined !== null);
  const deadline = ports.clock.now() + options.patienceMs;
  let sighting: Sighting | null = null;
  for (let left = options.patienceMs; left >= 0; left = deadline - ports.clock.now()) {
    const signedTransactions = await ports.store.reads.transactions.signedTransactionsOf([
      carrierOf(transaction),
    ]);
    const patience = Math.min(left, ports.policy.rebroadcastAfterMs);
    sighting = await ports.watch.until(
      transaction,
      signedTransactions.map((one) => one.hash),
      isEnough,
      patience,
    );
    if (sighting !== null && isEnough(sighting))
      return { transaction, verdict: verdictOf(sighting, proof), sighting };
    // No bytes and no fee can do anything for a slot that is taken.
    const canBeMined = sighting?.mined == null && sighting?.isNonceTaken !== true;
    if (canBeMined && patience > 0) await sendAgain(ports, transaction, signal);
    if (signal.aborted || left === 0) break;
  }
  return { transaction, verdict: 'pending', sighting };
}

/** Identical bytes are always safe to repeat. A fee bump is committed before it is sent. */
async function sendAgain(
  ports: TransactionPorts,
  transaction: Transaction,
  signal: AbortSignal,
): Promise<void> {
  if (
    isStoreBehind(
      (await ports.store.reads.transactions.account(transaction.chain, transaction.account))
        ?.stopped,
    )
  )
    return;
  if (transaction.batch !== null)
    return ports.multicalls.nudge(transaction.chain, transaction.role);
  const waiting: SignedTransaction[] = [];
  for (const one of [...(await precedingTransactions(ports, transaction)), transaction])
    waiting.push(...(await currentSignedTransactions(ports, one, signal)));
  await ports.sender.send(
    await Promise.all(waiting.map((one) => ensureSigned(ports, one, signal))),
  );
}

/**
 * What the same account sends for the same route before it: one that is lost, or too cheap, is a
 * gap that nothing behind it can pass.
 */
async function precedingTransactions(
  ports: TransactionPorts,
  transaction: Transaction,
): Promise<readonly Transaction[]> {
  // What serves no route is never read as a whole: it grows with every batch.
  const others =
    transaction.routeId === noRoute
      ? await ports.store.reads.transactions.openTransactions()
      : await ports.store.reads.transactions.transactionsOf(transaction.routeId);
  return others.filter(
    (one) =>
      one.state === 'open' &&
      one.chain === transaction.chain &&
      one.account === transaction.account &&
      one.batch === null &&
      one.nonce < transaction.nonce,
  );
}

/** The dearer replacement of a transaction that is stuck, else all that it has. */
async function currentSignedTransactions(
  ports: TransactionPorts,
  transaction: Transaction,
  signal: AbortSignal,
): Promise<readonly SignedTransaction[]> {
  const signedTransactions = await ports.store.reads.transactions.signedTransactionsOf([
    transaction.id,
  ]);
  const last = signedTransactions.at(-1);
  if (
    last === undefined ||
    ports.clock.now() - last.committedAtMs < ports.policy.bumpAfterMs ||
    signedTransactions.length > ports.policy.maxBumps
  )
    return signedTransactions;
  const replacement = await commitReplacement(ports, transaction, last, signal);
  if (replacement === null) return signedTransactions;
  // It is not outbid any more: what waits behind it in the account's queue waits for gas to get
  // cheaper.
  if (signedTransactions.length === ports.policy.maxBumps) {
    const { routeId, purpose, chain, nonce } = transaction;
    ports.log.error('bumps-spent', { routeId, purpose, chain, nonce });
  }
  return [replacement];
}

async function commitReplacement(
  ports: TransactionPorts,
  transaction: Transaction,
  last: SignedTransaction,
  signal: AbortSignal,
): Promise<SignedTransaction | null> {
  const tx = await ports.custody.bump(last, signal).catch(() => null);
  if (tx === null) return null;
  const prepared = {
    purpose: transaction.purpose,
    chain: transaction.chain,
    role: transaction.role,
    account: transaction.account,
    tx,
    expects: transaction.expects,
    block: 0,
  };
  const signedTransaction = sealReplacement(ports, transaction, last, prepared);
  const isNew = await ports.store.run('commit-replacement', async (unit) => {
    if (!(await insertReplacement(unit, transaction, last, signedTransaction))) return false;
    await unit.transactions.setReservation(gasReservationId(transaction.id), {
      units: asUnits(maxCostWei(tx)),
    });
    return true;
  });
  return isNew ? signedTransaction : null;
}
