import { asAmount, evmAddress, evmChain, RelayError, type TokenRef } from '@interline/kernel';
import { expect } from 'chai';
import { callsOfPlan } from './calls-of-plan.ts';
import type { Plan, PlanLeg } from './plan.ts';

const base = evmChain(8453);
const optimism = evmChain(10);
const account = evmAddress('0x1111111111111111111111111111111111111111');
const { signal } = new AbortController();

describe('the calls of a plan', () => {
  it('approve what all legs of a token take together, and nothing that is approved already', async () => {
    const legs = [leg(base, '0xa1', 70n), leg(base, '0xa1', 30n), leg(base, '0xb2', 5n)];

    expect((await calls({ legs, allowance: 99n })).approvals).to.deep.equal([
      { token: '0xa1', units: 100n },
    ]);
    expect((await calls({ legs, allowance: 100n })).approvals).to.deep.equal([]);
  });

  it('approve the whole amount if the payer is unknown', async () => {
    expect(
      await calls({ legs: [leg(base, '0xa1', 70n)], allowance: 100n, account: null }),
    ).to.deep.equal({
      chain: base,
      account: null,
      approvals: [{ token: '0xa1', units: 70n }],
    });
  });

  it('are of one chain, which must be named if there are several', async () => {
    const legs = [leg(base, '0xa1', 70n), leg(optimism, '0xa1', 30n)];

    expect(await codeOf(calls({ legs }))).to.equal('BAD_REQUEST');
    expect(await codeOf(calls({ legs, chain: evmChain(1) }))).to.equal('BAD_REQUEST');
    expect((await calls({ legs, chain: optimism })).approvals).to.deep.equal([
      { token: '0xa1', units: 30n },
    ]);
    expect(await codeOf(calls({ legs: [] }))).to.equal('BAD_REQUEST');
  });

  it('are there until the plan expires, and not in that millisecond', async () => {
    const legs = [leg(base, '0xa1', 70n)];

    expect((await calls({ legs, nowMs: 59_999 })).approvals).to.have.length(1);
    expect(await codeOf(calls({ legs, nowMs: 60_000 }))).to.equal('PLAN_EXPIRED');
  });
});

interface Scene {
  readonly legs: readonly PlanLeg[];
  readonly allowance?: bigint;
  readonly account?: Plan['account'];
  readonly chain?: PlanLeg['from']['chain'];
  readonly nowMs?: number;
}

function calls({ legs, allowance = 0n, account: payer = account, chain, nowMs = 0 }: Scene) {
  return callsOfPlan({
    // CAST: nothing else of a plan, or of a payer's state, is read.
    readPlan: async () => ({ legs, account: payer, expiresAtMs: 60_000 }) as Plan,
    clock: { now: () => nowMs },
    custody: { payerState: async () => ({ permit2Allowance: allowance }) as never },
  })('plan_1', chain ?? null, signal);
}

async function codeOf(asked: Promise<unknown>): Promise<string> {
  return asked.then(
    () => 'none',
    (error: unknown) => (error instanceof RelayError ? error.code : 'fault'),
  );
}

function leg(chain: TokenRef['chain'], address: string, units: bigint): PlanLeg {
  const from = { chain, address, symbol: 'USDC', decimals: 6, asset: 'USD' };
  return { from, amount: asAmount(units) } as PlanLeg; // CAST: nothing else of it is read.
}
