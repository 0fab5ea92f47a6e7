import type { UseCases } from '@interline/core';
import { type Plan, PlanUnsatisfiable } from '@interline/core/planning';
import { asAmount, asUnits, RelayError } from '@interline/kernel';
import { payer } from './sample-route.ts';
import { arbitrum, arbitrumUsdc, baseUsdc } from './sample-tokens.ts';

const samplePlan: Plan = {
  id: 'plan_0123456789abcdef0123456789abcdef',
  createdAtMs: 1_800_000_000_000,
  expiresAtMs: 1_800_000_060_000,
  goal: 'max-output',
  to: arbitrumUsdc,
  recipient: payer,
  account: null,
  legs: [
    {
      from: baseUsdc,
      amount: asAmount(25_000_000n),
      rail: 'floatlane',
      estOut: asUnits(24_980_000n),
      minOut: asUnits(24_980_000n),
      fee: asUnits(20_000n),
      feeBps: 8,
      etaSec: 4,
      execute: {
        fromChain: 8453,
        toChain: 42161,
        fromToken: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        toToken: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
        amount: '25000000',
        toAddress: payer,
        mode: 'permit2',
        minOut: '24980000',
        live: true,
      },
    },
  ],
  total: { estOut: asUnits(24_980_000n), minOut: asUnits(24_980_000n), feeBps: 8, etaSec: 4 },
  alternatives: [],
  rejected: [],
  offer: null,
};

/** One plan is known; none reaches 1,000,000 USDC. */
export const fakePlanning: UseCases['planning'] = {
  async planTransfer({ amount, sources }) {
    if (amount !== null && amount >= 1_000_000_000_000n)
      throw new PlanUnsatisfiable(
        sources.map(({ named: from }) => ({
          from,
          rail: 'floatlane',
          code: 'INSUFFICIENT_FLOAT',
          reason: 'the float holds less',
        })),
        'no source alone brings it',
      );
    return samplePlan;
  },
  async readPlan(id) {
    if (id !== samplePlan.id) throw new RelayError('UNKNOWN_PLAN');
    return samplePlan;
  },
  async callsOfPlan(id) {
    if (id !== samplePlan.id) throw new RelayError('UNKNOWN_PLAN');
    return { chain: baseUsdc.chain, account: payer, approvals: [] };
  },
  async readBalances() {
    return {
      held: [
        {
          ...{ token: baseUsdc, units: asUnits(12_500_000n), pullable: '2612' },
          permit2Allowance: asUnits(0n),
        },
      ],
      unread: [arbitrum],
    };
  },
  async readCorridor() {
    return [{ fromMs: 1_799_971_200_000, n: 12, okRate: 0.91, p50FeeBps: 8, p50Sec: 4, p95Sec: 9 }];
  },
};
