import type { ChainRef } from '@interline/plugins';
import type { LaneFacts } from './lane-facts.ts';
import type { Membership } from './membership.ts';
import { failedMicroCheck, type MicroCheck } from './micro-tier.ts';

export type FreeTierCheck = MicroCheck | 'not-a-member' | 'daily-budget-spent';

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
  facts: Pick<LaneFacts, 'valueMicroUsd' | 'membership'>,
  destination: ChainRef,
): FreeTier {
  const failed = failedMicroCheck(facts.valueMicroUsd, destination);
  if (failed !== null) return { applied: false, failedCheck: failed, reason: microReasons[failed] };
  return memberTier(facts.membership);
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
