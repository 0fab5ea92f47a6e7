import {
  carries,
  type ExpectedTransfer,
  type Hex,
  type MinedEnd,
  type SignedTransaction,
  type Transaction,
} from '@interline/kernel';
import type {
  Log,
  MinedReading,
  SlotConsumer,
  TransactionReading,
  UnseenReason,
} from '@interline/ports';

/** A reading of one transaction with the block it was made at. */
export interface Sighting extends TransactionReading {
  readonly block: number;
  readonly timestampSec: number;
  /** Null unless the nonce is taken and nothing of ours is mined. */
  readonly taken: TakenSlot | null;
  /** The signed transactions that were looked for: a verdict holds for these only. */
  readonly watched: readonly Hex[];
}

/** Since when the account's nonce has been past the transaction's, with nothing of ours mined. */
export interface TakenSlot {
  readonly sinceBlock: number;
  /** How many readings in a row have shown it. */
  readonly readings: number;
  /** What was found to have consumed the slot, ours or not; null before anything was. */
  readonly consumer: Extract<SlotConsumer, { kind: 'found' }> | null;
}

/** - pending: nothing is proven yet; the others are the ends of a transaction */
export type Verdict = 'pending' | 'displaced' | MinedEnd;

/** How many confirmations each side of a verdict needs; 1 means: it is in the newest block. */
export interface Proof {
  /** To go on because it succeeded. */
  readonly success: number;
  /** To do it again, or give up, because it came to nothing: a reorg must not bring it back. */
  readonly void: number;
}

/**
 * A node may answer a group of reads across a new block, so one reading alone never shows that a
 * nonce is lost.
 */
const readingsThatProve = 3;

/**
 * What a sighting proves about a transaction. A missing receipt proves nothing: a transaction
 * counts as displaced only when the transaction that consumed its slot was found and is not ours.
 * `noops`: those of its signed forms that carry no movement of it.
 */
export function verdictOf(sighting: Sighting, proof: Proof, noops: readonly Hex[] = []): Verdict {
  const { mined, taken, watched } = sighting;
  if (mined !== null) {
    const depth = sighting.block - mined.block + 1;
    const end = endOf(mined, noops);
    return depth >= (end === 'mined' ? proof.success : proof.void) ? end : 'pending';
  }
  if (taken === null || taken.readings < readingsThatProve) return 'pending';
  if (sighting.block - taken.sinceBlock + 1 < proof.void) return 'pending';
  const { consumer } = taken;
  if (consumer === null || watched.includes(consumer.hash)) return 'pending';
  return consumer.head - consumer.block + 1 >= proof.void ? 'displaced' : 'pending';
}

/** The same for a transaction that only has to free its nonce: any block is deep enough. */
export function verdictInAnyBlock(
  sighting: Sighting,
  proof: Proof,
  noops: readonly Hex[] = [],
): Verdict {
  return sighting.mined === null ? verdictOf(sighting, proof) : endOf(sighting.mined, noops);
}

/** A movement is done only when the form that was mined carries it. */
export function endOf({ hash, isSuccess }: MinedReading, noops: readonly Hex[]): MinedEnd {
  if (noops.includes(hash)) return 'filled';
  return isSuccess ? 'mined' : 'reverted';
}

/** The hashes of those forms that carry no movement of the transaction. */
export function noopsAmong(
  forms: readonly SignedTransaction[],
  transaction: Transaction,
): readonly Hex[] {
  return forms.filter((form) => !carries(form, transaction)).map(({ hash }) => hash);
}

/**
 * What the transaction moved of the expected token between the expected parties; its logs are the
 * only evidence.
 */
export function movedUnits(mined: MinedReading, expects: ExpectedTransfer | null): bigint {
  if (expects === null) return 0n;
  return mined.transfers
    .filter(
      (one) => one.token === expects.token && one.from === expects.from && one.to === expects.to,
    )
    .reduce((sum, one) => sum + one.units, 0n);
}

/** What an operator can do. */
export const unseenAdvice: Readonly<Record<UnseenReason | 'receipt-owed', string>> = {
  'receipt-owed':
    'the transaction is in a block and no node serves its receipt, or not all show the same failure: ' +
    'add an RPC node whose receipts keep up, and mend or take out one that is silent or shows another end',
  'node-silent': 'a configured node does not answer; mend it or take it out of the config',
  'nodes-disagree':
    'the configured nodes show different chains; take out the one that follows another chain or stands still',
  'history-unserved':
    'no configured node serves the states or blocks since the slot was used; add one that does',
};

/** Logs why the end of a transaction of ours cannot be proven now, so that it stays open. */
export function warnUnseen(
  log: Log,
  { owner, purpose, chain, nonce }: Transaction,
  reason: UnseenReason | 'receipt-owed',
): void {
  log.warn('outcome-unproven', {
    routeId: owner.id,
    purpose,
    chain,
    nonce,
    reason,
    advice: unseenAdvice[reason],
  });
}
