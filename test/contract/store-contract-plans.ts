import type { Plan } from '@interline/core/planning';
import { asAmount, asUnits } from '@interline/kernel';
import { expect } from 'chai';
import type { ContractStore } from './contract-store.ts';
import { base, optimism, usdc } from './store-samples.ts';

const madeMs = 1_800_000_000_000;

export function storePlans(given: () => ContractStore): void {
  describe('a plan', () => {
    it('comes back as it was kept, amounts beyond 2^53 exact, and by its id alone', async () => {
      const { run, reads } = given();

      await run('keep', (tx) => tx.plans.insertPlan(plan));

      expect(await reads.plans.plan(plan.id)).to.deep.equal(plan);
      expect(await reads.plans.plan('plan_2')).to.equal(null);
    });

    it('is forgotten after a day, and not a millisecond sooner', async () => {
      const { run, reads } = given();
      await run('keep', (tx) => tx.plans.insertPlan(plan));

      await run('prune', (tx) => tx.prune(madeMs + 86_400_000));
      const kept = await reads.plans.plan(plan.id);
      await run('prune', (tx) => tx.prune(madeMs + 86_400_001));

      expect([kept?.id, await reads.plans.plan(plan.id)]).to.deep.equal([plan.id, null]);
    });
  });
}

const usdcOnBase = { chain: base, address: usdc, symbol: 'USDC', decimals: 6, asset: 'USD' };

const leg = {
  from: usdcOnBase,
  amount: asAmount(2n ** 255n),
  rail: 'lifi',
  estOut: asUnits(2n ** 255n - 1n),
  minOut: asUnits(0n),
  fee: asUnits(1n),
  feeBps: -3,
  etaSec: 12.5,
  execute: { fromChain: 8453, excludeRails: ['relay'], memo: { type: 'id', value: '42' } },
};

const plan: Plan = {
  id: 'plan_1',
  createdAtMs: madeMs,
  expiresAtMs: madeMs + 60_000,
  goal: 'cheapest',
  to: { ...usdcOnBase, chain: optimism },
  recipient: '0x02',
  account: null,
  legs: [leg],
  total: { estOut: leg.estOut, minOut: leg.minOut, feeBps: -3, etaSec: 12.5 },
  alternatives: [leg],
  rejected: [{ from: { chain: 10, amount: '1' }, rail: null, code: 'NO_ROUTE', reason: 'none' }],
  offer: 'e30.e30.e30',
};
