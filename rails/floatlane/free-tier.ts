import { type ChainRef, evmNodes } from '@interline/plugins';
import type { Membership } from './membership.ts';

/** The micro tier: from 0.10 to 25 USD, both included. */
const microTier = { leastMicroUsd: 100_000n, mostMicroUsd: 25_000_000n } as const;

type MicroCheck =
  'price-unknown' | 'amount-below-micro' | 'amount-above-micro' | 'destination-not-low-cost';

type FreeTierCheck = MicroCheck | 'not-a-member' | 'daily-budget-spent';

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
  'destination-not-low-cost': 'the destination is no low-cost chain',
};

export function freeTierOf(
  transfer: { readonly valueMicroUsd: bigint | null; readonly membership: Membership },
  destination: ChainRef,
): FreeTier {
  const failed = failedMicroCheck(transfer.valueMicroUsd, destination);
  if (failed !== null) return { applied: false, failedCheck: failed, reason: microReasons[failed] };
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

/** The first check of the micro tier that a transfer fails; null where the tier is open to it. */
export function failedMicroCheck(
  valueMicroUsd: bigint | null,
  destination: ChainRef,
): MicroCheck | null {
  if (valueMicroUsd === null) return 'price-unknown';
  if (valueMicroUsd < microTier.leastMicroUsd) return 'amount-below-micro';
  if (valueMicroUsd > microTier.mostMicroUsd) return 'amount-above-micro';
  const isLowCost = evmNodes.some((node) => node.chain === destination && node.isLowCost);
  return isLowCost ? null : 'destination-not-low-cost';
}
