import type { BudgetCharge, RailOutcome } from '@interline/plugins';
import { expect } from 'chai';
import type { GasCost } from './expected-gas.ts';
import { laneSetup } from './lane-setup.ts';
import { floatlaneSettings } from './settings.ts';
import { subsidyOf } from './subsidy.ts';
import { laneContext } from './testing/lane-context.ts';
import { base } from './testing/lane-tokens.ts';

const limits = { maxSubsidyPerTransferMicroUsd: '1000', dailySubsidyMicroUsd: '5000' };
const dayReason = "today's gas subsidy of 5000 micro-USD towards eip155:8453 is spent";

function subsidy(
  gas: GasCost | bigint,
  feeMicroUsd: bigint | null,
  spent = 0n,
  settings: object = {},
): Promise<RailOutcome<BudgetCharge | null>> {
  const setup = laneSetup(
    laneContext({ spent: { 'subsidy:eip155:8453': spent } }),
    floatlaneSettings.parse({ ...limits, ...settings }),
  );
  return subsidyOf(
    setup,
    base,
    typeof gas === 'bigint' ? { kind: 'known', microUsd: gas } : gas,
    feeMicroUsd,
  );
}

function charge(units: bigint): RailOutcome<unknown> {
  return {
    ok: true,
    value: { budget: 'subsidy:eip155:8453', units, limit: 5_000n, reason: dayReason },
  };
}

describe('the gas subsidy', () => {
  it('is nothing where the fee covers the gas', async () => {
    expect(await subsidy(800n, 800n)).to.deep.equal({ ok: true, value: null });
    expect(await subsidy(801n, 800n)).to.deep.equal(charge(1n));
  });

  it('is the whole gas where the fee has no price', async () => {
    expect(await subsidy(800n, null)).to.deep.equal(charge(800n));
  });

  it('is given up to its limit for one transfer and refused above it', async () => {
    expect(await subsidy(1_800n, 800n)).to.deep.equal(charge(1_000n));
    expect(await subsidy(1_801n, 800n)).to.deep.equal({
      ok: false,
      code: 'BUDGET_SPENT',
      reason:
        'gas exceeds the fee by 1001 micro-USD, and the float lane adds at most 1000 to one transfer',
    });
  });

  it("is given up to the chain's limit of the day and refused above it", async () => {
    expect(await subsidy(900n, 800n, 4_900n)).to.deep.equal(charge(100n));
    expect(await subsidy(901n, 800n, 4_900n)).to.deep.equal({
      ok: false,
      code: 'BUDGET_SPENT',
      reason: dayReason,
    });
  });

  it('refuses unknown gas, unless the settings allow it', async () => {
    const unknown = {
      kind: 'unknown',
      reason: 'ETH has no price now, so the gas of eip155:8453 has none',
    } as const;

    expect(await subsidy(unknown, 800n)).to.deep.equal({
      ok: false,
      code: 'NO_ROUTE',
      reason:
        'the float lane does not serve what it cannot cost: ETH has no price now, so the gas of eip155:8453 has none',
    });
    expect(await subsidy(unknown, 800n, 0n, { unknownGas: 'allow' })).to.deep.equal({
      ok: true,
      value: null,
    });
  });
});
