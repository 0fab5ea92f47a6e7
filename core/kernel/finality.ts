import type { ChainRef } from './chain.ts';

/** Required depths of a transaction. One confirmation means that it is in the newest block. */
export interface FinalityRow {
  /**
   * Confirmations that a pull needs before our money leaves, by the USD value of what is pulled
   * together with it, smallest first.
   */
  readonly tiers: readonly { readonly upToUsd: number; readonly confirmations: number }[];
  /** Above the last tier. */
  readonly confirmations: number;
  /** Depth up to which a mined transaction is watched for reorgs. */
  readonly finalDepth: number;
}

export type FinalityTable = Readonly<Record<string, FinalityRow>>;

/**
 * At least as strict as the published figures of comparable services; `*` covers every other chain.
 */
export const productionFinality: FinalityTable = {
  'eip155:1': {
    tiers: [
      { upToUsd: 100, confirmations: 2 },
      { upToUsd: 1_000, confirmations: 4 },
      { upToUsd: 10_000, confirmations: 32 },
    ],
    confirmations: 64,
    finalDepth: 96,
  },
  'eip155:56': {
    tiers: [
      { upToUsd: 100, confirmations: 2 },
      { upToUsd: 1_000, confirmations: 3 },
    ],
    confirmations: 15,
    finalDepth: 64,
  },
  'eip155:137': {
    tiers: [
      { upToUsd: 100, confirmations: 16 },
      { upToUsd: 1_000, confirmations: 64 },
    ],
    confirmations: 128,
    finalDepth: 256,
  },
  '*': { tiers: [{ upToUsd: 1_000, confirmations: 2 }], confirmations: 12, finalDepth: 128 },
};

/** Local chains: one block is enough, and reorgs are watched for to the depth that tests use. */
export const devnetFinality: FinalityTable = {
  '*': { tiers: [], confirmations: 1, finalDepth: 12 },
};

export function finalityOf(table: FinalityTable, chain: ChainRef): FinalityRow {
  const row = table[chain] ?? table['*'];
  if (row === undefined)
    throw new RangeError(`the finality table has no row for ${chain} and no "*" row`);
  return row;
}

/** For a value in millionths of a dollar; null (unknown) counts as the highest tier. */
export function confirmationsFor(row: FinalityRow, microUsd: bigint | null): number {
  if (microUsd === null) return row.confirmations;
  const tier = row.tiers.find(({ upToUsd }) => microUsd <= BigInt(Math.round(upToUsd * 1_000_000)));
  return tier?.confirmations ?? row.confirmations;
}
