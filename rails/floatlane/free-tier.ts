import {
  type ChainRef,
  lowCostChains,
  type Membership,
  type MicroTierTerms,
  type RailOutcome,
  type SubsidyLimits,
} from '@interline/plugins';
import { subsidyLimits } from './gas-subsidy.ts';
import type { LaneSetup } from './lane-setup.ts';

/** The micro tier: from 0.10 to 25 USD, both included. */
export const microTier = { leastMicroUsd: 100_000n, mostMicroUsd: 25_000_000n } as const;

type MicroCheck =
  | 'price-unknown'
  | 'amount-below-micro'
  | 'amount-above-micro'
  | 'destination-not-low-cost'
  | 'destination-not-subsidised';

type SubsidyCheck = 'gas-above-subsidy' | 'subsidy-spent';

type FreeTierCheck = MicroCheck | SubsidyCheck | 'not-a-member' | 'daily-budget-spent';

/** Whether the transfer is free, and if not, the first check it failed. */
export interface FreeTier {
  readonly applied: boolean;
  readonly failedCheck: FreeTierCheck | null;
  readonly reason: string;
}

const microReasons: Readonly<Record<MicroCheck, string>> = {
  'price-unknown': 'the token has no price now, so its value cannot be told',
  'amount-below-micro': 'the amount is worth less than 0.10 USD',
  'amount-above-micro': 'the amount is worth more than 25 USD',
  'destination-not-low-cost': 'the destination is not a low-cost chain',
  'destination-not-subsidised':
    'the gas subsidy towards the destination is 0, and the micro tier lives on it',
};

/** `subsidy`: what the lane adds to the gas of this transfer, or why it does not. */
export function freeTierOf(
  transfer: { readonly valueMicroUsd: bigint | null; readonly membership: Membership },
  destination: ChainRef,
  limits: SubsidyLimits,
  subsidy: RailOutcome<unknown>,
): FreeTier {
  const failed = failedMicroCheck(transfer.valueMicroUsd, destination, limits);
  if (failed !== null) return { applied: false, failedCheck: failed, reason: microReasons[failed] };
  if (!subsidy.ok) {
    const isSpent = subsidy.code === 'BUDGET_SPENT';
    return {
      applied: false,
      failedCheck: isSpent ? 'subsidy-spent' : 'gas-above-subsidy',
      reason: subsidy.reason,
    };
  }
  return memberTier(transfer.membership);
}

function memberTier(membership: Membership): FreeTier {
  switch (membership.kind) {
    case 'free-transfer':
      return { applied: true, failedCheck: null, reason: `free for holders of ${membership.name}` };
    case 'budget-spent':
      return { applied: false, failedCheck: 'daily-budget-spent', reason: membership.reason };
    case 'not-a-member':
      return { applied: false, failedCheck: 'not-a-member', reason: membership.reason };
  }
}

/** The first check of the micro tier that a transfer fails; null if the tier is open to it. */
export function failedMicroCheck(
  valueMicroUsd: bigint | null,
  destination: ChainRef,
  { perTransferMicroUsd }: SubsidyLimits,
): MicroCheck | null {
  if (valueMicroUsd === null) return 'price-unknown';
  if (valueMicroUsd < microTier.leastMicroUsd) return 'amount-below-micro';
  if (valueMicroUsd > microTier.mostMicroUsd) return 'amount-above-micro';
  if (!lowCostChains.includes(destination)) return 'destination-not-low-cost';
  return perTransferMicroUsd === 0n ? 'destination-not-subsidised' : null;
}

/** The tier as the terms show it, with the destinations that it serves here. */
export function microTierTerms(setup: LaneSetup): MicroTierTerms {
  const served = lowCostChains.filter(
    (chain) =>
      setup.inventory.serves(chain) && subsidyLimits(setup, chain).perTransferMicroUsd > 0n,
  );
  return {
    ...microTier,
    destinations: served,
    subsidy: {
      perTransferMicroUsd: setup.settings.maxSubsidyPerTransferMicroUsd,
      perDayMicroUsd: setup.settings.dailySubsidyMicroUsd,
    },
  };
}
