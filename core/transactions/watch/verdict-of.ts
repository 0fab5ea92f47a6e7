import {
  carries,
  type ExpectedTransfer,
  type TxHash,
  type MinedEnd,
  type SignedTransaction,
  type Transaction,
} from '@interline/kernel';
import type { MinedReading, TransactionReading } from '@interline/ports';
import type { HeldConsumer } from './slot-proofs.ts';

/** A reading of one transaction with the block it was made at. */
export interface Sighting extends TransactionReading {
  readonly block: number;
  readonly timestampSec: number;
  /** Null unless the slot is taken and no transaction of ours is mined. */
  readonly taken: TakenSlot | null;
  /** The same end was read for as long as a reading must hold; false while nothing is mined. */
  readonly isHeld: boolean;
  /** The signed transactions that were looked for. A verdict holds for these only. */
  readonly watched: readonly TxHash[];
}

/**
 * Since when the account's slot has been past the transaction's, without a mined transaction of
 * ours.
 */
export interface TakenSlot {
  readonly sinceBlock: number;
  /** Number of consecutive readings that have shown it. */
  readonly readings: number;
  /** The transaction found to have consumed the slot, ours or not; null before one was found. */
  readonly consumer: Extract<HeldConsumer, { kind: 'found' }> | null;
}

/** - pending: nothing is proven yet; the others are the ends of a transaction */
export type Verdict = 'pending' | 'displaced' | MinedEnd;

/** Confirmations that each verdict needs; 1 means that it is in the newest block. */
export interface Proof {
  /** To continue because it succeeded. */
  readonly success: number;
  /** To repeat it, or give up, because it is void: a reorg must not bring it back. */
  readonly void: number;
}

/**
 * A node may answer a group of reads across a new block, so one reading never proves that a slot is
 * lost.
 */
const readingsThatProve = 3;

/**
 * What a sighting proves about a transaction. A missing receipt proves nothing: a transaction
 * counts as displaced only if the transaction that consumed its slot was found and is not ours.
 * `noops`: those of its signed forms that do not carry its movement.
 */
export function verdictOf(
  sighting: Sighting,
  proof: Proof,
  noops: readonly TxHash[] = [],
): Verdict {
  const { mined, taken, watched } = sighting;
  if (mined !== null) {
    const depth = sighting.block - mined.block + 1;
    const end = endOf(mined, noops);
    if (end === 'mined') return depth >= proof.success ? end : 'pending';
    return depth >= proof.void && sighting.isHeld ? end : 'pending';
  }
  if (taken === null || taken.readings < readingsThatProve) return 'pending';
  if (sighting.block - taken.sinceBlock + 1 < proof.void) return 'pending';
  const { consumer } = taken;
  if (consumer === null || !consumer.isHeld || watched.includes(consumer.hash)) return 'pending';
  return consumer.head - consumer.block + 1 >= proof.void ? 'displaced' : 'pending';
}

/** The same for a transaction that only has to free its slot: any block is deep enough. */
export function verdictInAnyBlock(
  sighting: Sighting,
  proof: Proof,
  noops: readonly TxHash[] = [],
): Verdict {
  return sighting.mined === null ? verdictOf(sighting, proof) : endOf(sighting.mined, noops);
}

/** A movement is done only if the mined form carries it. */
export function endOf({ hash, isSuccess }: MinedReading, noops: readonly TxHash[]): MinedEnd {
  if (noops.includes(hash)) return 'filled';
  return isSuccess ? 'mined' : 'reverted';
}

/** The hashes of the forms that do not carry the transaction's movement. */
export function noopsAmong(
  forms: readonly SignedTransaction[],
  transaction: Transaction,
): readonly TxHash[] {
  return forms.filter((form) => !carries(form, transaction)).map(({ hash }) => hash);
}

/**
 * The amount of the expected token that the transaction moved between the expected parties; its
 * logs are the only evidence.
 */
export function movedUnits(mined: MinedReading, expects: ExpectedTransfer | null): bigint {
  if (expects === null) return 0n;
  return mined.transfers
    .filter(
      (one) => one.token === expects.token && one.from === expects.from && one.to === expects.to,
    )
    .reduce((sum, one) => sum + one.units, 0n);
}
