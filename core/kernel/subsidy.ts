import type { ChainRef } from './chain.ts';
import { lowCostChains } from './mesh.ts';

/** The most that the relayer adds to gas that a fee does not cover, in millionths of a dollar. */
export interface SubsidyLimits {
  readonly perTransferMicroUsd: bigint;
  /** On one chain, over all instances and rails. */
  readonly perDayMicroUsd: bigint;
}

/**
 * Two cents per transfer and five dollars per day: enough for the micro tier, and not worth
 * stealing.
 */
export const standardSubsidy: SubsidyLimits = {
  perTransferMicroUsd: 20_000n,
  perDayMicroUsd: 5_000_000n,
};

const noSubsidy: SubsidyLimits = { perTransferMicroUsd: 0n, perDayMicroUsd: 0n };

/** The chains on which a rail subsidises gas: those where it costs fractions of a cent, or all. */
export type SubsidisedChains = 'low-cost' | 'all';

/** The limits on one chain; zero if the deployment does not subsidise the chain. */
export function subsidyOn(
  chain: ChainRef,
  chains: SubsidisedChains,
  limits: SubsidyLimits,
): SubsidyLimits {
  const isSubsidised =
    (chains === 'all' || lowCostChains.includes(chain)) &&
    limits.perTransferMicroUsd > 0n &&
    limits.perDayMicroUsd > 0n;
  return isSubsidised ? limits : noSubsidy;
}

/** The name of a chain's daily budget, in millionths of a dollar; all rails charge the same one. */
export function subsidyBudget(chain: ChainRef): string {
  return `subsidy:${chain}`;
}
