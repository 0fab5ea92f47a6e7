import type { TransactionWrites } from '@interline/core/transactions';
import type { TransferWrites } from '@interline/core/transfer';
import type { TransactionPurpose } from '@interline/kernel';

/** What a broadcast is for; a replacement is any signed transaction but its transaction's first. */
export type SentAs = TransactionPurpose | 'replacement';

/** Where a process dies, in terms of the two ports through which everything that counts goes. */
export type CrashMoment =
  /**
   * before: all of the unit is written and nothing committed; after: it is committed and no
   * caller knows.
   */
  | { readonly at: 'unit'; readonly unit: string; readonly edge: 'before' | 'after' }
  /** In an open unit, in front of one of its writes. */
  | {
      readonly at: 'write';
      readonly unit: string;
      readonly write: keyof TransferWrites | keyof TransactionWrites;
    }
  /**
   * before: the signed transactions in front of it in its batch are out; after: it is out too and
   * the caller gets no answer.
   */
  | { readonly at: 'broadcast'; readonly of: SentAs; readonly edge: 'before' | 'after' }
  /** The chain said that it is mined, and nothing was done about it yet. */
  | { readonly at: 'receipt'; readonly of: TransactionPurpose };

/**
 * - normal: nothing stands in a transfer's way
 * - replacement: blocks are slow and patience is short, so that fees are bumped
 * - refund: recipients are banned once their routes are accepted, so that no payout can be prepared
 * - late-refund: they are banned once their payouts are in flight, so that those revert
 */
export type Scenario = 'normal' | 'replacement' | 'refund' | 'late-refund';

export interface CrashPoint {
  readonly name: string;
  readonly moment: CrashMoment;
  /** Those in which it is sure to be reached. */
  readonly scenarios: readonly Scenario[];
}

const any: readonly Scenario[] = ['normal', 'replacement', 'refund', 'late-refund'];
const paying: readonly Scenario[] = ['normal', 'replacement', 'late-refund'];
const delivering: readonly Scenario[] = ['normal', 'replacement'];
const refunding: readonly Scenario[] = ['refund', 'late-refund'];

/**
 * Accepting a route commits its pull, so those are one moment; so are the end of a commit and the
 * start of its broadcast.
 */
export const ownPoints: readonly CrashPoint[] = [
  {
    name: 'before-accept',
    moment: { at: 'unit', unit: 'accept-route', edge: 'before' },
    scenarios: any,
  },
  {
    name: 'after-accept',
    moment: { at: 'unit', unit: 'accept-route', edge: 'after' },
    scenarios: any,
  },
  {
    name: 'after-pull-broadcast',
    moment: { at: 'broadcast', of: 'pull', edge: 'after' },
    scenarios: any,
  },
  { name: 'after-pull-receipt', moment: { at: 'receipt', of: 'pull' }, scenarios: any },
  {
    name: 'before-payout-commit',
    moment: { at: 'unit', unit: 'commit-payout', edge: 'before' },
    scenarios: paying,
  },
  {
    name: 'after-payout-commit',
    moment: { at: 'unit', unit: 'commit-payout', edge: 'after' },
    scenarios: paying,
  },
  {
    name: 'after-payout-broadcast',
    moment: { at: 'broadcast', of: 'payout', edge: 'after' },
    scenarios: paying,
  },
  { name: 'after-payout-receipt', moment: { at: 'receipt', of: 'payout' }, scenarios: paying },
  {
    name: 'before-release',
    moment: { at: 'write', unit: 'settle-payout', write: 'releaseReservation' },
    scenarios: delivering,
  },
  {
    name: 'before-final-mark',
    moment: { at: 'write', unit: 'settle-payout', write: 'moveRoute' },
    scenarios: delivering,
  },
  {
    name: 'before-replacement-broadcast',
    moment: { at: 'broadcast', of: 'replacement', edge: 'before' },
    scenarios: ['replacement'],
  },
  {
    name: 'after-replacement-broadcast',
    moment: { at: 'broadcast', of: 'replacement', edge: 'after' },
    scenarios: ['replacement'],
  },
  {
    name: 'before-refund-broadcast',
    moment: { at: 'broadcast', of: 'refund', edge: 'before' },
    scenarios: refunding,
  },
  {
    name: 'after-refund-broadcast',
    moment: { at: 'broadcast', of: 'refund', edge: 'after' },
    scenarios: refunding,
  },
];

/**
 * Passed only where transactions are merged; what rides in a batch is seen mined in the same
 * reading as the batch itself.
 */
export const batchPoints: readonly CrashPoint[] = [
  {
    name: 'before-batch-commit',
    moment: { at: 'unit', unit: 'commit-batch', edge: 'before' },
    scenarios: any,
  },
  {
    name: 'after-batch-commit',
    moment: { at: 'unit', unit: 'commit-batch', edge: 'after' },
    scenarios: any,
  },
  {
    name: 'after-batch-broadcast',
    moment: { at: 'broadcast', of: 'batch', edge: 'after' },
    scenarios: any,
  },
  { name: 'after-batch-receipt', moment: { at: 'receipt', of: 'batch' }, scenarios: any },
  {
    name: 'before-batch-settle',
    moment: { at: 'unit', unit: 'settle-batch', edge: 'before' },
    scenarios: any,
  },
];

export const crashPoints: readonly CrashPoint[] = [...ownPoints, ...batchPoints];

/**
 * Where transactions are merged these are not passed, and a payout's receipt is its batch's: a
 * point of the batch stands in for each.
 */
const unmerged = [
  'after-pull-broadcast',
  'after-payout-broadcast',
  'after-payout-receipt',
  'before-refund-broadcast',
  'after-refund-broadcast',
];

/**
 * The point of a run that merges transactions. Each round gives all points of a batch, and every
 * round gives them to others.
 */
export function mergedPoint(point: CrashPoint, round: number): CrashPoint {
  const place = unmerged.indexOf(point.name);
  return place === -1 ? point : (batchPoints[(place + round) % batchPoints.length] ?? point);
}
