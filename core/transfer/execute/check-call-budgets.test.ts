import { asUnits, evmChain, isRelayError, type PlanStep } from '@interline/kernel';
import { expect } from 'chai';
import { payer, transfer } from '../preflight/testing/preflight-world.ts';
import { checkCallBudgets } from './check-call-budgets.ts';

const day = { engine: 'call-revert:eip155:8453:engine:lifi' };

describe('an engine whose calls revert in blocks', () => {
  it('is refused on that chain once its day is spent, and says when the day is over', async () => {
    expect(await refusal({ [day.engine]: 999n })).to.equal(null);
    expect(await refusal({ [day.engine]: 1_000n })).to.deep.equal([
      'BUDGET_SPENT',
      'calls of the engine lifi are paused on eip155:8453 until 0:00 UTC: too many reverted and the relayer paid their gas; try another engine, or tomorrow',
      3_600_000,
    ]);
  });

  it('costs one payer no more than its own day, whatever engines it takes', async () => {
    const ofPayer = `call-revert:eip155:8453:payer:${payer}`;
    expect(await refusal({ [ofPayer]: 49n })).to.equal(null);
    expect((await refusal({ [ofPayer]: 50n }))?.[1]).to.contain(
      `calls for the payer ${payer} are paused on eip155:8453 until 0:00 UTC`,
    );
  });

  it('has as many coins more as an ether is worth', async () => {
    expect(await refusal({ [day.engine]: 5_999n }, { coins: 6n })).to.equal(null);
    expect((await refusal({ [day.engine]: 6_000n }, { coins: 6n }))?.[0]).to.equal('BUDGET_SPENT');
  });

  it('holds up no plan without calls', async () => {
    expect(await refusal({ [day.engine]: 1_000n }, { step: 'payout' })).to.equal(null);
    expect((await refusal({ [day.engine]: 1_000n }, { step: 'deposit' }))?.[0]).to.equal(
      'BUDGET_SPENT',
    );
  });
});

async function refusal(
  spent: Readonly<Record<string, bigint>>,
  { coins = 1n, step = 'call' } = {},
): Promise<readonly unknown[] | null> {
  const ports = {
    // An hour before the day ends.
    clock: { now: () => Date.UTC(2026, 5, 1, 23) },
    policy: {
      engineRevertBudgetWei: asUnits(1_000n),
      payerRevertBudgetWei: asUnits(50n),
      coinsPerEther: new Map([[evmChain(8453), coins]]),
    },
    // CAST: what is read of clock and policy.
  } as unknown as Parameters<typeof checkCallBudgets>[0];
  const reads = {
    transactions: { spent: async (budget: string) => asUnits(spent[budget] ?? 0n) },
  };
  // CAST: of a step only its kind is read.
  const plan = { steps: [{ kind: step } as PlanStep] };
  try {
    await checkCallBudgets(
      ports,
      reads,
      { quote: { ...transfer, payer }, permit: null },
      { engine: 'lifi', plan },
    );
    return null;
  } catch (error) {
    if (!isRelayError(error)) throw error;
    return [error.code, error.message, error.details.retryAfterMs];
  }
}
