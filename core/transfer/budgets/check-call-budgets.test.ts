import { asUnits, evmChain, isRelayError, type PlanStep } from '@interline/kernel';
import { expect } from 'chai';
import { payer } from '../preflight/testing/preflight-world.ts';
import { checkCallBudgets, hasCalls, worstOfCalls } from './check-call-budgets.ts';
import { Crowded } from './left-today.ts';
import { prepared } from './testing/prepared.ts';

const ofEngine = 'call-revert:eip155:8453:engine:lifi';
const ofPayer = `call-revert:eip155:8453:payer:${payer}`;

describe('an engine whose calls revert in blocks', () => {
  it('is refused on that chain once its daily budget is spent, and the error says when the day ends', async () => {
    expect(await refusal({ [ofEngine]: 999n })).to.equal(null);
    expect(await refusal({ [ofEngine]: 1_000n })).to.deep.equal([
      'BUDGET_SPENT',
      'calls of the engine lifi are paused on eip155:8453 until 0:00 UTC: too many reverted and the relayer paid their gas; try another engine, or tomorrow',
      3_600_000,
    ]);
  });

  it("costs one payer no more than that payer's own budget, over all engines", async () => {
    expect(await refusal({ [ofPayer]: 49n })).to.equal(null);
    expect((await refusal({ [ofPayer]: 50n }))?.[1]).to.contain(
      `calls for the payer ${payer} are paused on eip155:8453 until 0:00 UTC`,
    );
  });

  it("has a budget scaled by the coin's price in ether", async () => {
    expect(await refusal({ [ofEngine]: 5_999n }, { coins: 6n })).to.equal(null);
    expect((await refusal({ [ofEngine]: 6_000n }, { coins: 6n }))?.[0]).to.equal('BUDGET_SPENT');
  });

  it('makes a next call only if its worst case fits into what is left of the day', async () => {
    expect(await refusal({ [ofEngine]: 990n }, { worstCost: 10n })).to.equal(null);
    expect((await refusal({ [ofEngine]: 990n }, { worstCost: 11n }))?.[1]).to.contain(
      'one more of the calls of the engine lifi on eip155:8453 could cost more than what is left',
    );
    expect(await refusal({ [ofPayer]: 40n }, { worstCost: 10n })).to.equal(null);
    expect((await refusal({ [ofPayer]: 40n }, { worstCost: 11n }))?.[0]).to.equal('BUDGET_SPENT');
  });

  it('makes one call alone, at any cost, on a day of which nothing is spent', async () => {
    expect(await refusal({}, { worstCost: 10n ** 18n })).to.equal(null);
    expect(await refusal({}, { worstCost: 10n ** 18n, underWay: 1n })).to.not.equal(null);
  });

  it('counts its pending calls as if all were to revert, and says that waiting may help', async () => {
    expect(await refusal({}, { worstCost: 10n, underWay: 990n, underWayOfPayer: 40n })).to.equal(
      null,
    );
    const engineFull = await refusal({}, { worstCost: 10n, underWay: 991n });
    expect(engineFull?.slice(2)).to.deep.equal([60_000, 'crowded']);
    const payerFull = await refusal({}, { worstCost: 10n, underWayOfPayer: 41n });
    expect(payerFull?.[1]).to.contain(
      `as many calls for the payer ${payer} are under way on eip155:8453 as the relayer could pay for today`,
    );
    expect(payerFull?.slice(2)).to.deep.equal([60_000, 'crowded']);
  });

  it('does not delay plans without calls', () => {
    // CAST: only the kind of a step is read.
    const plan = (kind: string) => ({ steps: [{ kind } as PlanStep] });
    expect(['payout', 'call', 'deposit'].map((kind) => hasCalls(plan(kind)))).to.deep.equal([
      false,
      true,
      true,
    ]);
  });

  it('counts the gas of committed calls, not the coin that they send', () => {
    const one = (purpose: 'approve' | 'call') => prepared(purpose, 100n, { value: 7n });
    const committed = [one('approve'), one('call'), { ...one('call'), nextBlockCost: 190n }];

    expect(worstOfCalls(committed)).to.equal(490n);
  });
});

async function refusal(
  spent: Readonly<Record<string, bigint>>,
  { coins = 1n, worstCost = 0n, underWay = 0n, underWayOfPayer = 0n } = {},
): Promise<readonly unknown[] | null> {
  const ports = {
    // An hour before the day ends.
    clock: { now: () => Date.UTC(2026, 5, 1, 23) },
    policy: {
      engineRevertBudget: asUnits(1_000n),
      payerRevertBudget: asUnits(50n),
      etherWorth: new Map([[evmChain(8453), coins * 10n ** 18n]]),
    },
    // CAST: the parts of clock and policy that are read.
  } as unknown as Parameters<typeof checkCallBudgets>[0];
  const reads = {
    transactions: {
      spentOfEach: async (budgets: readonly string[]) =>
        budgets.map((budget) => asUnits(spent[budget] ?? 0n)),
      openCalls: async () => ({ ofEngine: underWay, ofPayer: underWayOfPayer }),
    },
  };
  try {
    await checkCallBudgets(
      ports,
      reads,
      { chain: evmChain(8453), payer, engine: 'lifi' },
      worstCost,
    );
    return null;
  } catch (error) {
    if (!isRelayError(error)) throw error;
    const crowded = error instanceof Crowded ? ['crowded'] : [];
    return [error.code, error.message, error.details.retryAfterMs, ...crowded];
  }
}
