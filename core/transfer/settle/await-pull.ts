import {
  asUnits,
  confirmationsFor,
  asAddress,
  finalityOf,
  type Transaction,
} from '@interline/kernel';
import {
  awaitTransaction,
  type AwaitedTransaction,
  type PendingPull,
  type Sighting,
  type TransactionReads,
} from '../../transactions/index.ts';
import { worthOfPulls } from '../budgets/worth-of-pulls.ts';
import type { TransferPorts } from '../ports.ts';
import type { Route } from '../route.ts';

/**
 * Watches a pull until it is deep enough for our money to leave, given the value of everything that
 * a reorg could remove with it.
 */
export async function awaitPull(
  ports: TransferPorts,
  { order, permit, client }: Pick<Route, 'order' | 'permit' | 'client'>,
  pull: Transaction,
  patienceMs: number,
  signal: AbortSignal,
): Promise<AwaitedTransaction> {
  const row = finalityOf(ports.policy.finality, pull.chain);
  const worthOf = await worthOfPulls(ports, pull.chain, signal);
  const own = worthOf({ token: asAddress(order.from.address), units: asUnits(order.amount) });
  const alone = confirmationsFor(row, own);
  const untilMs = ports.clock.now() + patienceMs;
  const isMarked = pull.isSeenReverted === true;
  const isNoted = (one: Sighting): boolean => (showsRevert(one) ?? isMarked) !== isMarked;
  const awaited = await awaitTransaction(
    ports,
    pull,
    { confirmations: alone, isNoted, patienceMs },
    signal,
  );
  const { transaction, verdict, sighting } = awaited;
  if (verdict === 'pending' && sighting !== null && isNoted(sighting))
    await ports.store.run('mark-pull', (tx) =>
      tx.transactions.markReverted(transaction.id, !isMarked),
    );
  if (verdict !== 'mined' || sighting?.mined == null || alone === row.confirmations) return awaited;

  const confirmations = await confirmationsTogether(
    ports,
    { id: pull.id, chain: pull.chain, payer: permit?.owner ?? order.payer, client, worth: own },
    sighting.block,
    worthOf,
  );
  if (sighting.block - sighting.mined.block + 1 >= confirmations) return awaited;
  const left = Math.max(0, untilMs - ports.clock.now());
  return awaitTransaction(ports, transaction, { confirmations, patienceMs: left }, signal);
}

/**
 * Whether it is in a block where it reverted. A free slot shows that no block has it; null if
 * nothing is shown.
 */
function showsRevert({ mined, isSlotTaken }: Sighting): boolean | null {
  if (mined !== null) return !mined.isSuccess;
  return isSlotTaken ? null : false;
}

/** The pull to check. */
interface OwnPull extends Pick<Transaction, 'id' | 'chain'>, Pick<PendingPull, 'client'> {
  readonly payer: string;
  readonly worth: bigint | null;
}

/**
 * Confirmations that a pull needs together with the shallower pulls of the same payer, or of the
 * same client, whichever are worth more. A pull is shallow if the chain's highest tier asks for
 * more depth at that head. Payers and clients are free to create, so if all pulls of the chain are
 * worth more than the limit for pending ones, each needs the highest tier.
 */
export async function confirmationsTogether(
  ports: {
    readonly store: {
      readonly reads: { readonly transactions: Pick<TransactionReads, 'pullsAfter'> };
    };
    readonly policy: Pick<TransferPorts['policy'], 'finality' | 'maxOpenPullsUsd'>;
  },
  own: OwnPull,
  head: number,
  worthOf: (pull: PendingPull) => bigint | null,
): Promise<number> {
  const row = finalityOf(ports.policy.finality, own.chain);
  const shallow = await ports.store.reads.transactions.pullsAfter(
    own.chain,
    head + 1 - row.confirmations,
  );
  // A pull that a reorg brings back is checked anew, with all of these.
  const others = shallow.filter(
    ({ transactionId, isReverted }) => transactionId !== own.id && !isReverted,
  );
  const sumOf = (pulls: readonly PendingPull[]): bigint | null => {
    let sum = own.worth;
    for (const one of pulls) {
      const worth = worthOf(one);
      if (sum === null || worth === null) return null;
      sum += worth;
    }
    return sum;
  };
  const inAll = sumOf(others);
  if (inAll === null || inAll > BigInt(ports.policy.maxOpenPullsUsd) * 1_000_000n)
    return row.confirmations;
  return Math.max(
    confirmationsFor(row, sumOf(others.filter(({ payer }) => payer === own.payer))),
    confirmationsFor(row, sumOf(others.filter(({ client }) => client === own.client))),
  );
}
