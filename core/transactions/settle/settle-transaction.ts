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

/** A mined transaction, as read from its block. */
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

/** The same, with the owner's reservation for what left; left out without one. */
interface SettledWith extends Booked {
  readonly reservationId?: string;
}

/** How the owner of a transaction handles each possible end. */
export interface OwnersPart<T, Unit = TransactionUnit> {
  /** The name of the unit in which a displaced transaction is settled. */
  readonly displacedUnit: string;
  /** Nothing is proven yet. */
  readonly pending: (sighting: Sighting | null) => T | Promise<T>;
  /** Runs in that unit when the transaction is settled, to release what the owner held for it. */
  readonly whenDisplaced?: (tx: Unit) => Promise<void>;
  /** Runs after that unit: the transaction never costs anything. */
  readonly displaced: () => T | Promise<T>;
  /** Mined and deep enough. The owner settles it in a separate unit. */
  readonly mined: (seen: MinedTransaction) => T | Promise<T>;
  readonly reverted: (seen: MinedTransaction) => T | Promise<T>;
  /** A no-op of ours has its slot, so it has moved and called nothing. */
  readonly filled: (seen: MinedTransaction) => T | Promise<T>;
}

/** Settles an awaited transaction, as far as its end is proven. */
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
 * Must run in the caller's unit. The transaction is mined, its gas has left the account, and its
 * movements are posted to the books. Throws `StaleTransaction` if a reorg has removed it since it
 * was read.
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
  // A multicall's member has no gas reservation of its own.
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
    // A transaction that only fills the slot has moved nothing.
    mined: end === 'mined' ? mined : { ...mined, isSuccess: false },
  });
}

/**
 * Must run in the caller's unit. Settles a reverted transaction and charges its gas by client and
 * payer.
 */
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
 * Must run in the caller's unit. Another transaction took the slot, so ours never costs anything.
 * That is proven only for the watched signed forms: if another worker has committed a further one
 * meanwhile, nothing is settled. The slot's consumer may be a payment of ours that the store has
 * lost, so nothing is repeated before that is read from the chain. Resolves to whether it was
 * settled.
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
 * Must run in the caller's unit. A reorg removed the transaction from its block, so its gas is
 * still to be paid, and its entries are reversed. Throws `StaleTransaction` if it was reopened
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
  // A multicall's member has no gas reservation of its own.
  if (transaction.multicall === null)
    await tx.transactions.reopenReservation(gasReservationId(transaction.id));
  await reverseMined(tx.books, transaction.owner, transaction.id, atMs);
}

/**
 * Must run in the caller's unit. A transaction that seemed displaced was found mined, as
 * `signedTransaction`. Its gas is reserved again until its end is settled.
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
  // A multicall's member has no gas reservation of its own.
  if (transaction.multicall === null && signedTransaction !== undefined)
    await tx.transactions.insertReservation(
      gasReservation(transaction.owner, transaction.id, signedTransaction),
    );
}
