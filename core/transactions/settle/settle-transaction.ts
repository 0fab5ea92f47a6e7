import {
  carrierOf,
  inNoBlock,
  type TxHash,
  type MinedEnd,
  type SignedTransaction,
  type Transaction,
} from '@interline/kernel';
import type { MinedReading, StorePort } from '@interline/ports';
import { postMined, reverseMined, type SeenMined } from '../../books/index.ts';
import type { AwaitedTransaction } from '../watch/await-transaction.ts';
import { burntCost } from './burnt-gas.ts';
import { chargeRevert, gasReservation, gasReservationId, type RevertKind } from '../gas.ts';
import { giveUpTransaction } from '../replace/give-up-transaction.ts';
import type { TransactionPorts } from '../ports.ts';
import type { TransactionUnit } from '../repository.ts';
import { stopBehind } from '../accounts/stopped-account.ts';
import type { Sighting } from '../watch/verdict-of.ts';

type Ports = Pick<TransactionPorts, 'clock' | 'log'>;

/** A transaction in a block, as it was read there. */
export interface MinedTransaction {
  readonly transaction: Transaction;
  readonly sighting: Sighting;
  readonly mined: MinedReading;
  readonly end: MinedEnd;
}

/** What its owner knows of the money that a transaction moved. */
export type Booked = Pick<
  SeenMined,
  'engine' | 'against' | 'handsOver' | 'closing' | 'ours' | 'atMs'
>;

/** The same, with the owner's reservation of what left with it; left out where there is none. */
interface SettledWith extends Booked {
  readonly reservationId?: string;
}

/** What the owner of a transaction does about each way it can end. */
export interface OwnersPart<T, Unit = TransactionUnit> {
  /** The name of the unit in which a displaced transaction is settled. */
  readonly displacedUnit: string;
  /** Nothing is proven yet. */
  readonly pending: (sighting: Sighting | null) => T | Promise<T>;
  /** Within that unit, where the transaction is settled: what the owner held for it goes with it. */
  readonly whenDisplaced?: (tx: Unit) => Promise<void>;
  /** After the unit above: the transaction never costs anything. */
  readonly displaced: () => T | Promise<T>;
  /** In a block, deep enough. The owner settles it in a unit of its own. */
  readonly mined: (seen: MinedTransaction) => T | Promise<T>;
  readonly reverted: (seen: MinedTransaction) => T | Promise<T>;
  /** A no-op of ours has its slot: it has moved nothing, and called nothing. */
  readonly filled: (seen: MinedTransaction) => T | Promise<T>;
}

/** Takes an awaited transaction to its end, as far as that is proven. */
export async function settleEnd<T, Unit extends TransactionUnit = TransactionUnit>(
  ports: Ports & { readonly store: Pick<StorePort<unknown, Unit>, 'run'> },
  { transaction, verdict, sighting }: AwaitedTransaction,
  owner: OwnersPart<T, Unit>,
): Promise<T> {
  if (verdict === 'pending' || sighting === null) return owner.pending(sighting);
  const { mined, watched } = sighting;
  if (verdict === 'displaced') {
    await ports.store.run(owner.displacedUnit, async (tx) => {
      if (await settleDisplaced(ports, tx, transaction, watched)) await owner.whenDisplaced?.(tx);
    });
    return owner.displaced();
  }
  return mined === null
    ? owner.pending(sighting)
    : owner[verdict]({ transaction, sighting, mined, end: verdict });
}

/**
 * Within the caller's unit: the transaction is in a block, its gas has left the account, and the
 * books have what it moved. Throws `StaleTransaction` where a reorg has taken it since it was read.
 */
export async function settleMined(
  tx: TransactionUnit,
  { transaction, mined, end }: Pick<MinedTransaction, 'transaction' | 'mined' | 'end'>,
  { reservationId, ...booked }: SettledWith,
): Promise<void> {
  await tx.transactions.moveTransaction(transaction.id, transaction, {
    state: end,
    minedHash: mined.hash,
    minedBlock: mined.block,
    minedBlockHash: mined.blockHash,
    gasUsed: mined.gasUsed,
    gasCost: mined.gasCost,
  });
  await tx.transactions.markMined(transaction.chain, transaction.account, transaction.slot);
  // What rides in a multicall has no gas of its own.
  const gas = transaction.multicall === null ? [gasReservationId(transaction.id)] : [];
  const own = reservationId === undefined ? [] : [reservationId];
  await tx.transactions.settleReservations([...gas, ...own], mined.block);
  await post(tx, { transaction, mined, end }, booked);
}

async function post(
  { books }: Pick<TransactionUnit, 'books'>,
  { transaction, mined, end }: Pick<MinedTransaction, 'transaction' | 'mined' | 'end'>,
  booked: Booked,
): Promise<void> {
  const { id, owner, state, reorgs, multicall } = transaction;
  // Settled before, and seen again in another block, where it may have moved something else.
  const isAgain = state !== 'open';
  if (isAgain) await reverseMined(books, owner, id, booked.atMs);
  await postMined(books, {
    ...booked,
    transaction,
    owner,
    isCarried: multicall !== null,
    wasReversed: isAgain || reorgs > 0,
    // What only fills the slot has moved nothing.
    mined: end === 'mined' ? mined : { ...mined, isSuccess: false },
  });
}

/** Within the caller's unit: settles a reverted transaction and charges its gas by client and payer. */
export async function settleReverted(
  ports: Pick<TransactionPorts, 'clock'>,
  tx: TransactionUnit,
  seen: Pick<MinedTransaction, 'transaction' | 'mined' | 'end'>,
  charged: {
    readonly client: string;
    readonly payer: string;
    readonly kind?: RevertKind;
    readonly engine: string | null;
  },
): Promise<void> {
  const { engine, ...client } = charged;
  await settleMined(tx, seen, { engine, atMs: ports.clock.now() });
  const { chain } = seen.transaction;
  await chargeRevert(ports, tx, {
    ...client,
    chain,
    gasCost: await burntCost(tx.transactions, seen.transaction, seen.mined),
    ...(charged.kind === 'call-revert' && engine !== null ? { engine } : {}),
  });
}

/**
 * Within the caller's unit: another transaction took the slot, so ours never costs anything. That
 * is proven only for the signed transactions that were watched: where another worker has committed
 * a further one meanwhile, nothing is settled. What took the slot may be a payment of ours that
 * the store has lost, so nothing is done again before that is read from the chain. Resolves to
 * whether it was settled.
 */
async function settleDisplaced(
  ports: Ports,
  tx: TransactionUnit,
  transaction: Transaction,
  watched: readonly TxHash[],
): Promise<boolean> {
  const signedTransactions = await tx.transactions.signedTransactionsOf([carrierOf(transaction)]);
  if (signedTransactions.some((one) => !watched.includes(one.hash))) return false;
  await giveUpTransaction(tx, transaction);
  await stopBehind(
    ports,
    tx,
    transaction,
    `a transaction that the store does not know took slot ${transaction.slot} of this account`,
  );
  return true;
}

/**
 * Within the caller's unit: a reorg took the transaction out of its block, so its gas is still to
 * be paid, and what was posted for it is taken back. Throws `StaleTransaction` where it was reopened
 * already.
 */
export async function reopenMined(
  tx: TransactionUnit,
  transaction: Transaction,
  atMs: number,
): Promise<void> {
  await tx.transactions.moveTransaction(transaction.id, transaction, {
    ...inNoBlock,
    reorgs: transaction.reorgs + 1,
  });
  // What rides in a multicall has no gas of its own.
  if (transaction.multicall === null)
    await tx.transactions.reopenReservation(gasReservationId(transaction.id));
  await reverseMined(tx.books, transaction.owner, transaction.id, atMs);
}

/**
 * Within the caller's unit: a transaction that seemed displaced was found in a block after all, as
 * `signedTransaction`. Its gas is reserved again until its end settles that.
 */
export async function reopenDisplaced(
  tx: TransactionUnit,
  transaction: Transaction,
  signedTransaction: SignedTransaction | undefined,
): Promise<void> {
  await tx.transactions.moveTransaction(transaction.id, transaction, {
    state: 'open',
    isFinal: false,
  });
  // What rides in a multicall has no gas of its own.
  if (transaction.multicall === null && signedTransaction !== undefined)
    await tx.transactions.insertReservation(
      gasReservation(transaction.owner, transaction.id, signedTransaction),
    );
}
