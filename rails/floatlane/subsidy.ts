import {
  answer,
  asUnits,
  type BudgetCharge,
  type ChainRef,
  type RailOutcome,
  refuse,
} from '@interline/plugins';
import type { GasCost } from './expected-gas.ts';
import type { LaneSetup } from './lane-setup.ts';

/**
 * What the lane adds to a transfer whose gas is dearer than its fee, as a charge to the destination
 * chain's daily budget, in millionths of a dollar; null where the fee covers the gas. A fee without
 * a price counts as nothing.
 */
export async function subsidyOf(
  setup: LaneSetup,
  chain: ChainRef,
  gas: GasCost,
  feeMicroUsd: bigint | null,
): Promise<RailOutcome<BudgetCharge | null>> {
  const { settings, inventory } = setup;
  if (gas.kind === 'unknown')
    return settings.unknownGas === 'allow'
      ? answer(null)
      : refuse('NO_ROUTE', `the float lane does not serve what it cannot cost: ${gas.reason}`);

  const subsidy = gas.microUsd - (feeMicroUsd ?? 0n);
  if (subsidy <= 0n) return answer(null);
  const most = BigInt(settings.maxSubsidyPerTransferMicroUsd);
  if (subsidy > most)
    return refuse(
      'BUDGET_SPENT',
      `gas exceeds the fee by ${subsidy} micro-USD, and the float lane adds at most ${most} to one transfer`,
    );

  const charge = subsidyCharge(chain, subsidy, BigInt(settings.dailySubsidyMicroUsd));
  const spent = await inventory.spentToday(charge.budget);
  return spent + charge.units > charge.limit
    ? refuse('BUDGET_SPENT', charge.reason)
    : answer(charge);
}

/** A day's, of a destination. */
export function subsidyBudget(chain: ChainRef): string {
  return `subsidy:${chain}`;
}

function subsidyCharge(chain: ChainRef, subsidy: bigint, limit: bigint): BudgetCharge {
  return {
    budget: subsidyBudget(chain),
    units: asUnits(subsidy),
    limit: asUnits(limit),
    reason: `today's gas subsidy of ${limit} micro-USD towards ${chain} is spent`,
  };
}
