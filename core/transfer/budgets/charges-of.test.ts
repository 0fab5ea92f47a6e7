import { asUnits, type BudgetCharge, evmAddress } from '@interline/kernel';
import { expect } from 'chai';
import { chargesOf } from './charges-of.ts';

const payer = evmAddress(`0xaa${'0'.repeat(38)}`);
const charge: BudgetCharge = {
  budget: 'subsidy:eip155:8453',
  units: asUnits(20n),
  limit: asUnits(5_000n),
  reason: 'the day is spent',
};

describe('the daily budget that a route uses up', () => {
  it('is its own charge alone if that belongs to one client or payer', () => {
    expect(chargesOf(policy, route({}))).to.deep.equal([charge]);
  });

  it('includes the share of its client and of its payer if the charge counts for all', () => {
    expect(chargesOf(policy, route({ isShared: true }))).to.deep.equal([
      { ...charge, isShared: true },
      {
        budget: 'subsidy:eip155:8453:c_1',
        units: 20n,
        limit: 1_000n,
        reason:
          "today's share of this client in subsidy:eip155:8453 is spent, 1000 of 5000; it is whole again at midnight UTC",
      },
      {
        budget: `subsidy:eip155:8453:payer:${payer}`,
        units: 20n,
        limit: 500n,
        reason:
          "today's share of this payer in subsidy:eip155:8453 is spent, 500 of 5000; it is whole again at midnight UTC",
      },
    ]);
  });

  it('has room for one transfer in each share, and for no more than the day in any', () => {
    const limits = (units: bigint, budgets: typeof policy) =>
      chargesOf(budgets, route({ isShared: true, units: asUnits(units) })).map(
        ({ limit }) => limit,
      );

    expect(limits(1_001n, policy)).to.deep.equal([5_000n, 1_001n, 1_001n]);
    expect(limits(20n, { ...policy, clientRevertBudget: asUnits(11n) })).to.deep.equal([
      5_000n,
      5_000n,
      500n,
    ]);
    expect(limits(20n, { ...policy, revertBudget: asUnits(0n) })).to.deep.equal([
      5_000n,
      5_000n,
      5_000n,
    ]);
  });

  it("has no shares for the service's own transfers", () => {
    const own = { ...route({ isShared: true }), mode: 'rebalance' as const };

    expect(chargesOf(policy, own)).to.have.length(1);
  });
});

/** A fifth of the chain's budget per client, a tenth per payer. */
const policy = {
  revertBudget: asUnits(10n),
  clientRevertBudget: asUnits(2n),
  payerRevertBudget: asUnits(1n),
};

function route(change: Partial<BudgetCharge>): Parameters<typeof chargesOf>[1] {
  // CAST: what the charges depend on.
  return {
    mode: 'permit2',
    client: 'c_1',
    permit: null,
    order: { payer },
    plan: { charges: [{ ...charge, ...change }] },
  } as unknown as Parameters<typeof chargesOf>[1];
}
