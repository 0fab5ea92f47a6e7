import {
  carrierOf,
  finalityOf,
  type SignedTransaction,
  type Transaction,
  unplaced,
} from '@interline/kernel';
import { signedNow } from '../send/commit-transactions.ts';
import type { TransactionPorts } from '../ports.ts';
import { replaceIfStuck } from '../replace/replace-transaction.ts';
import { isStoreBehind } from '../accounts/stopped-account.ts';
import {
  noopsAmong,
  type Sighting,
  type Verdict,
  verdictInAnyBlock,
  verdictOf,
} from './verdict-of.ts';

export interface AwaitedTransaction {
  /** Its current state: one that waited for a multicall may have its place in it. */
  readonly transaction: Transaction;
  readonly verdict: Verdict;
  /** The last sighting; null if there was none. */
  readonly sighting: Sighting | null;
}

export interface AwaitOptions {
  /**
   * Confirmations that it needs to count as mined; for a pull, before our money leaves. When left
   * out any block is enough, which holds for what we send, because we repair reorgs of it.
   */
  readonly confirmations?: number;
  /** For a transaction that only has to free its slot: any block is enough, with any result. */
  readonly untilMined?: boolean;
  /** Ends the wait early on an event that the owner records before anything is proven. */
  readonly isNoted?: (sighting: Sighting) => boolean;
  readonly patienceMs: number;
}

/**
 * Watches a committed transaction until something is proven or patience ends. While it is unmined
 * it is resent, at a higher fee when it is stuck.
 */
export async function awaitTransaction(
  ports: TransactionPorts,
  given: Transaction,
  options: AwaitOptions,
  signal: AbortSignal,
): Promise<AwaitedTransaction> {
  const transaction =
    given.slot === unplaced ? await ports.multicalls.placed(given, options.patienceMs) : given;
  // It still waits for its multicall, or was left out of one; its owner looks again.
  if (transaction === null || transaction.state !== 'open')
    return { transaction: transaction ?? given, verdict: 'pending', sighting: null };
  const proof = {
    success: options.confirmations ?? 1,
    void: finalityOf(ports.policy.finality, transaction.chain).confirmations,
  };
  const { isNoted = () => false } = options;
  const judge = options.untilMined === true ? verdictInAnyBlock : verdictOf;
  const deadline = ports.clock.monotonic() + options.patienceMs;
  let sighting: Sighting | null = null;
  for (let left = options.patienceMs; left >= 0; left = deadline - ports.clock.monotonic()) {
    const signedTransactions = await ports.store.reads.transactions.signedTransactionsOf([
      carrierOf(transaction),
    ]);
    const noops = noopsAmong(signedTransactions, transaction);
    const patience = Math.min(left, ports.policy.rebroadcastAfterMs);
    sighting = await ports.watch.until(
      transaction,
      signedTransactions,
      (one) => judge(one, proof, noops) !== 'pending' || isNoted(one),
      patience,
    );
    const verdict = sighting === null ? 'pending' : judge(sighting, proof, noops);
    if (verdict !== 'pending' || (sighting !== null && isNoted(sighting)))
      return { transaction, verdict, sighting };
    // If the slot is taken, neither bytes nor fees can help.
    const canBeMined = sighting?.mined == null && sighting?.isSlotTaken !== true;
    if (canBeMined && patience > 0) await sendAgain(ports, transaction, signal);
    if (signal.aborted || left === 0) break;
  }
  return { transaction, verdict: 'pending', sighting };
}

/** Identical bytes are always safe to resend; a replacement is committed before it is sent. */
async function sendAgain(
  ports: TransactionPorts,
  transaction: Transaction,
  signal: AbortSignal,
): Promise<void> {
  const { chain, role, account } = transaction;
  const record = await ports.store.reads.transactions.account(chain, account);
  if (isStoreBehind(record?.stopped)) return;
  if (transaction.multicall !== null) return ports.multicalls.nudge(chain, role);
  const waiting: SignedTransaction[] = [];
  for (const one of [...(await precedingTransactions(ports, transaction)), transaction])
    waiting.push(...(await replaceIfStuck(ports, one, signal)));
  const signed = await Promise.all(waiting.map((one) => signedNow(ports, one, signal)));
  await ports.sender.send(signed.filter((one) => one !== null));
}

/**
 * Earlier transactions of the same account for the same owner: a lost or underpriced one is a gap
 * that blocks the ones after it.
 */
async function precedingTransactions(
  ports: TransactionPorts,
  transaction: Transaction,
): Promise<readonly Transaction[]> {
  // Our own housekeeping is never read completely, because it grows with every multicall.
  const others =
    transaction.owner.kind === 'relayer'
      ? await ports.store.reads.transactions.openTransactions({ at: transaction })
      : await ports.store.reads.transactions.transactionsOf(transaction.owner.id);
  return others.filter(
    (one) =>
      one.state === 'open' &&
      one.chain === transaction.chain &&
      one.account === transaction.account &&
      one.multicall === null &&
      one.slot < transaction.slot,
  );
}
