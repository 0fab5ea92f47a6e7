import type { BudgetCharge, ChainRef, RailOutcome, TokenRef } from '@interline/plugins';
import { expect } from 'chai';
import { expectedGasCost, type GasCost, subsidyOf } from './gas-subsidy.ts';
import { laneSetup } from './lane-setup.ts';
import { floatlaneSettings } from './settings.ts';
import { laneContext, type LaneWorld } from './testing/lane-context.ts';
import {
  arbitrum,
  base,
  ethereum,
  ethOnArbitrum,
  ethOnBase,
  usdcOnBase,
} from './testing/lane-tokens.ts';

function cost(
  world: LaneWorld,
  to: TokenRef = usdcOnBase,
  change: { readonly needsAllowance?: true } = {},
): Promise<GasCost> {
  const setup = laneSetup(laneContext(world), floatlaneSettings.parse({}));
  return expectedGasCost(
    setup,
    { lane: { from: arbitrum, to: base }, to, ...change },
    new AbortController().signal,
  );
}

describe('the expected gas', () => {
  it("is 120,000 for the pull and 65,000 for a token's payout", async () => {
    expect(await cost({ chains: { feeRate: 10_000_000n } })).to.deep.equal({
      kind: 'known',
      microUsd: 4_625n,
    });
  });

  it("is 80,000 more where the payer's EIP-2612 permit goes out in front of the pull", async () => {
    const feeRate = 10_000_000n;

    expect(await cost({ chains: { feeRate } }, usdcOnBase, { needsAllowance: true })).to.deep.equal(
      { kind: 'known', microUsd: 6_625n },
    );
  });

  it("is 21,000 for a coin's payout", async () => {
    expect(await cost({ chains: { feeRate: 10_000_000n } }, ethOnBase)).to.deep.equal({
      kind: 'known',
      microUsd: 3_525n,
    });
  });

  it('is rounded up on each chain', async () => {
    expect(await cost({ chains: { feeRate: 1n } })).to.deep.equal({
      kind: 'known',
      microUsd: 2n,
    });
  });

  it('is unknown without a price of the coin', async () => {
    expect(await cost({ prices: { ETH: null } })).to.deep.equal({
      kind: 'unknown',
      reason: 'ETH has no price now, so the gas of eip155:42161 has none',
    });
  });

  it('is unknown where the coin is not listed', async () => {
    expect(await cost({ tokens: [ethOnArbitrum] })).to.deep.equal({
      kind: 'unknown',
      reason: 'the coin of eip155:8453 is not listed, so its gas has no price',
    });
  });

  it('is unknown where the gas price cannot be read', async () => {
    expect(await cost({ chains: { feeRate: new Error('503') } })).to.deep.equal({
      kind: 'unknown',
      reason: 'what gas costs on eip155:42161 cannot be read now',
    });
  });
});

const limits = { maxSubsidyPerTransferMicroUsd: '1000', dailySubsidyMicroUsd: '5000' };
const dayReason =
  "today's gas subsidy of 5000 micro-USD towards eip155:8453 is spent; it is whole again at midnight UTC";

interface Given {
  readonly feeMicroUsd?: bigint | null;
  readonly spent?: bigint;
  readonly settings?: object;
  readonly to?: ChainRef;
  readonly agreed?: boolean;
}

function subsidy(
  gas: GasCost | bigint,
  { feeMicroUsd = 800n, spent = 0n, settings = limits, to = base, agreed = false }: Given = {},
): Promise<RailOutcome<BudgetCharge | null>> {
  const setup = laneSetup(
    laneContext({ spent: { [`subsidy:${to}`]: spent } }),
    floatlaneSettings.parse(settings),
  );
  const cost = typeof gas === 'bigint' ? ({ kind: 'known', microUsd: gas } as const) : gas;
  return subsidyOf(setup, to, cost, feeMicroUsd, agreed);
}

function charge(units: bigint): RailOutcome<unknown> {
  return {
    ok: true,
    value: {
      budget: 'subsidy:eip155:8453',
      units,
      limit: 5_000n,
      reason: dayReason,
      isShared: true,
    },
  };
}

describe('the gas subsidy', () => {
  it('is nothing where the fee covers the gas', async () => {
    expect(await subsidy(800n)).to.deep.equal({ ok: true, value: null });
    expect(await subsidy(801n)).to.deep.equal(charge(1n));
  });

  it('is the whole gas where the fee has no price', async () => {
    expect(await subsidy(800n, { feeMicroUsd: null })).to.deep.equal(charge(800n));
  });

  it('is given up to its limit for one transfer and refused above it', async () => {
    expect(await subsidy(1_800n)).to.deep.equal(charge(1_000n));
    expect(await subsidy(1_801n)).to.deep.equal({
      ok: false,
      code: 'NO_ROUTE',
      reason:
        'gas exceeds the fee by 1001 micro-USD, and the float lane adds at most 1000 to one transfer towards eip155:8453',
    });
  });

  it("is given up to the chain's limit of the day, and then says when the next day begins", async () => {
    expect(await subsidy(900n, { spent: 4_900n })).to.deep.equal(charge(100n));
    expect(await subsidy(901n, { spent: 4_900n })).to.deep.equal({
      ok: false,
      code: 'BUDGET_SPENT',
      reason: dayReason,
      // The lane's clock stands at 20:26:40 UTC.
      retryAfterMs: 12_800_000,
    });
  });

  it('is two cents a transfer and five dollars a day on each low-cost chain, unless the settings say otherwise', async () => {
    const standard = { settings: {}, feeMicroUsd: 0n };

    expect((await subsidy(20_000n, standard)).ok).to.equal(true);
    expect((await subsidy(20_001n, standard)).ok).to.equal(false);
    expect((await subsidy(20_000n, { ...standard, spent: 4_980_000n })).ok).to.equal(true);
    expect((await subsidy(20_000n, { ...standard, spent: 4_980_001n })).ok).to.equal(false);
  });

  it('is nothing towards a chain that is not low-cost, unless all chains are subsidised', async () => {
    expect(await subsidy(800n, { to: ethereum })).to.deep.equal({ ok: true, value: null });
    expect(await subsidy(801n, { to: ethereum })).to.deep.equal({
      ok: false,
      code: 'NO_ROUTE',
      reason:
        'gas exceeds the fee by 1 micro-USD, and the float lane adds nothing to gas towards eip155:1',
    });
    expect(
      (await subsidy(801n, { to: ethereum, settings: { ...limits, subsidisedChains: 'all' } })).ok,
    ).to.equal(true);
  });

  it('is nothing where either limit is 0', async () => {
    const off = [
      { ...limits, maxSubsidyPerTransferMicroUsd: '0' },
      { ...limits, dailySubsidyMicroUsd: '0' },
    ];

    for (const settings of off) {
      expect((await subsidy(800n, { settings })).ok).to.equal(true);
      expect((await subsidy(801n, { settings })).ok).to.equal(false);
    }
  });

  it('is not counted where gas rose since the quote to a tenth above the fee on a chain without one', async () => {
    const agreed = { to: ethereum, agreed: true };

    expect(await subsidy(880n, agreed)).to.deep.equal({ ok: true, value: null });
    expect(await subsidy(881n, agreed)).to.have.property('code', 'PRICE_MOVED');
  });

  it('refuses unknown gas, unless the settings allow it', async () => {
    const unknown = {
      kind: 'unknown',
      reason: 'ETH has no price now, so the gas of eip155:8453 has none',
    } as const;

    expect(await subsidy(unknown)).to.deep.equal({
      ok: false,
      code: 'NO_ROUTE',
      reason:
        'the float lane does not serve what it cannot cost: ETH has no price now, so the gas of eip155:8453 has none',
    });
    expect(await subsidy(unknown, { settings: { ...limits, unknownGas: 'allow' } })).to.deep.equal({
      ok: true,
      value: null,
    });
  });
});
