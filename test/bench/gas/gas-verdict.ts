import { type GasRow, rowOf } from './gas-row.ts';

export interface GasVerdict {
  /** Our pull beside the bare one in execution gas, first and second; the aim is 0. */
  readonly overheadFirst: number;
  readonly overheadSecond: number;
  /** What a payer's second pull saves in execution gas; the aim is 17,100. */
  readonly savedBySecond: number;
  /** What a recipient without a balance adds to a payout. */
  readonly addedByEmptyRecipient: number;
  /** A route's part of a batch. */
  readonly batched: readonly BatchedCost[];
  readonly isMet: boolean;
}

export interface BatchedCost {
  readonly what: string;
  readonly gas: number;
  readonly wantedAtMost: number;
}

/**
 * What a warm bitmap word saves by the EVM's rules: setting a used slot costs 2,900, a fresh one
 * 20,000.
 */
const warmWordSaving = 17_100;

/** Of a USDC-like token, calldata included, by the row's key. */
const wantedOfBatches = {
  'batch-first': 54_500,
  'batch-second': 37_500,
  'batch-payout': 13_500,
} as const;

export function gasVerdict(rows: readonly GasRow[]): GasVerdict {
  const execution = (key: string): number => rowOf(rows, key).seen.execution;
  const overheadFirst = execution('our-first') - execution('bare-first');
  const overheadSecond = execution('our-second') - execution('bare-second');
  const savedBySecond = execution('our-first') - execution('our-second');
  const batched = Object.entries(wantedOfBatches).map(([key, wantedAtMost]) => {
    const { what, seen } = rowOf(rows, key);
    return { what, gas: seen.gasUsed, wantedAtMost };
  });
  return {
    overheadFirst,
    overheadSecond,
    savedBySecond,
    batched,
    addedByEmptyRecipient: execution('our-payout-new') - execution('our-payout'),
    isMet:
      overheadFirst <= 0 &&
      overheadSecond <= 0 &&
      savedBySecond >= warmWordSaving &&
      batched.every(({ gas, wantedAtMost }) => gas <= wantedAtMost),
  };
}
