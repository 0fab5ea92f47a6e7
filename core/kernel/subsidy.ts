import type { ChainRef } from './chain.ts';
import { lowCostChains } from './mesh.ts';

/** Most that the relayer adds to gas which a fee does not pay for, in millionths of a dollar. */
export interface SubsidyLimits {
  readonly perTransferMicroUsd: bigint;
  /** On one chain, of all instances and rails together. */
  readonly perDayMicroUsd: bigint;
}

/** Two cents a transfer and five dollars a day: enough for the micro tier, not worth stealing. */
export const standardSubsidy: SubsidyLimits = {
  perTransferMicroUsd: 20_000n,
  perDayMicroUsd: 5_000_000n,
};

const noSubsidy: SubsidyLimits = { perTransferMicroUsd: 0n, perDayMicroUsd: 0n };

/** The chains on which a rail adds to gas: those where it costs fractions of a cent, or all. */
export type SubsidisedChains = 'low-cost' | 'all';

/** The limits on one chain; nothing is added where the deployment does not subsidise the chain. */
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
