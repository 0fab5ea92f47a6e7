import { asUnits, type JsonObject } from '@interline/plugins';
import { expect } from 'chai';
import { floatLane } from './rail.ts';
import { floatlaneSettings } from './settings.ts';
import { laneContext, type LaneWorld, noonMs } from './testing/lane-context.ts';
import { laneOffer, thousandOnBase, usdc } from './testing/lane-offer.ts';
import { laneRequest, payer } from './testing/lane-request.ts';
import {
  arbitrum,
  base,
  ethOnBase,
  usdcOnArbitrum,
  usdcOnBase,
  usdcOnEthereum,
  wethOnArbitrum,
} from './testing/lane-tokens.ts';

const pass = '0x00000000000000000000000000000000000a5500';
const recognised = [{ chain: base, address: pass, name: 'Pass' }];
const spent = 'the 3 free transfers a day of this Pass are spent';
const holder: Pick<LaneWorld, 'membership' | 'recognised'> = {
  recognised,
  membership: {
    kind: 'free-transfer',
    name: 'Pass',
    charge: {
      budget: `member:eip155:8453:${pass}:7`,
      units: asUnits(1n),
      limit: asUnits(3n),
      reason: spent,
    },
  },
};

describe('an offer of the float lane', () => {
  it('is a firm quote of the exact output, with the block beside it', async () => {
    expect(await laneOffer(usdc(100_000_000n))).to.deep.equal({
      rail: 'floatlane',
      outcome: {
        ok: true,
        value: {
          kind: 'firm',
          rail: 'floatlane',
          bridge: 'floatlane',
          via: ['floatlane'],
          input: 100_000_000n,
          output: 99_940_000n,
          minOutput: 99_940_000n,
          fee: 60_000n,
          minInput: 10_000n,
          durationSec: 15,
          note: 'paid out of our own float; base: the ordinary price',
          expiresAtMs: noonMs + 60_000,
          fronts: [
            { chain: 'eip155:42161', gas: 120_000n, coin: 0n },
            { chain: 'eip155:8453', gas: 65_000n, coin: 0n },
          ],
          memo: { fee: '60000', member: null, charges: [] },
        },
      },
      block: {
        fee: '60000',
        effectiveFeeBps: 6,
        capNow: '250000000',
        destFloat: '1000000000',
        pricing: { mode: 'base', feeBps: 6, standardFeeBps: 8, reason: 'the ordinary price' },
        freeTier: {
          applied: false,
          failedCheck: 'amount-above-micro',
          reason: 'the amount is worth more than 25 USD',
        },
        vip: { isMember: false, matched: null, collections: [] },
      },
    });
  });

  it('is free for a member in the micro tier and remembers both budgets it is charged to', async () => {
    const free = await laneOffer(usdc(10_000_000n), { ...thousandOnBase, ...holder });

    expect(free.outcome).to.have.nested.property('value.output', 10_000_000n);
    expect(free.outcome)
      .to.have.nested.property('value.memo')
      .that.deep.equals({
        fee: '0',
        member: payer,
        charges: [
          {
            budget: `member:eip155:8453:${pass}:7`,
            units: '1',
            limit: '3',
            reason: spent,
          },
          {
            budget: 'subsidy:eip155:8453',
            units: '4625',
            limit: '5000000',
            reason:
              "today's gas subsidy of 5000000 micro-USD towards eip155:8453 is spent; it is whole again at midnight UTC",
            isShared: true,
          },
        ],
      });
    expect(free.block).to.deep.equal({
      fee: '0',
      effectiveFeeBps: 0,
      capNow: '250000000',
      destFloat: '1000000000',
      pricing: {
        mode: 'free-micro-vip',
        feeBps: 0,
        standardFeeBps: 8,
        reason: 'a free transfer of a member',
      },
      freeTier: { applied: true, failedCheck: null, reason: 'free for holders of Pass' },
      vip: {
        isMember: true,
        matched: 'Pass',
        collections: [{ name: 'Pass', address: pass, chains: [8453] }],
      },
    });
  });

  it('lists a collection once with its chains: one stood there 22 times', async () => {
    const { block } = await laneOffer(usdc(10_000_000n), {
      ...thousandOnBase,
      recognised: [
        ...recognised,
        { chain: arbitrum, address: pass, name: 'Pass' },
        { chain: base, address: payer, name: 'Other' },
      ],
    });

    expect(block).to.have.deep.nested.property('vip.collections', [
      { name: 'Pass', address: pass, chains: [8453, 42161] },
      { name: 'Other', address: payer, chains: [8453] },
    ]);
  });

  it('costs a member a fraction of a cent once the day is spent', async () => {
    const charged = await laneOffer(usdc(10_000_000n), {
      ...thousandOnBase,
      recognised,
      membership: { kind: 'budget-spent', name: 'Pass', reason: spent },
    });

    expect(charged.outcome).to.have.nested.property('value.fee', 2_000n);
    expect(charged.block).to.deep.include({
      pricing: {
        mode: 'micro-standard',
        feeBps: 2,
        standardFeeBps: 8,
        reason: 'a small transfer to a low-cost destination',
      },
      freeTier: {
        applied: false,
        failedCheck: 'daily-budget-spent',
        reason: spent,
      },
      vip: {
        isMember: true,
        matched: 'Pass',
        collections: [{ name: 'Pass', address: pass, chains: [8453] }],
      },
    });
  });

  it('prices an unnamed payer as a non-member', async () => {
    const anonymous = await laneOffer(usdc(10_000_000n, { payer: null }), {
      ...thousandOnBase,
      ...holder,
    });

    expect(anonymous.block).to.deep.include({
      freeTier: {
        applied: false,
        failedCheck: 'not-a-member',
        reason: 'no payer was named',
      },
    });
  });

  describe('by the state of the floats', () => {
    it('is discounted where it restores both', async () => {
      const floats = [
        { token: usdcOnArbitrum, free: 0n, target: 500_000_000n },
        { token: usdcOnBase, free: 1_000_000_000n, target: 900_000_000n },
      ];

      expect((await laneOffer(usdc(100_000_000n), { floats })).block).to.deep.include({
        fee: '20000',
        effectiveFeeBps: 2,
      });
      expect((await laneOffer(usdc(100_000_001n), { floats })).block).to.have.nested.property(
        'pricing.mode',
        'rebalancing-partial',
      );
    });

    it('is dearer where it drains the destination', async () => {
      const floats = [{ token: usdcOnBase, free: 500_000_000n, target: 1_000_000_000n }];

      expect((await laneOffer(usdc(100_000_000n), { floats })).block).to.deep.include({
        fee: '66700',
        pricing: {
          mode: 'adaptive',
          feeBps: 6.67,
          standardFeeBps: 8,
          reason: 'the destination float is at 50 % of its target',
        },
      });
    });

    it('undercuts a competitor on the lane it is configured for', async () => {
      const competitors = [{ from: 'eip155:42161', to: 'eip155:*', bps: 5 }];
      const floats = [
        { token: usdcOnBase, free: 1_000_000_000n },
        { token: usdcOnArbitrum, free: 1_000_000_000n },
      ];

      const there = await laneOffer(usdc(100_000_000n), { floats }, { competitors });
      const back = await laneOffer(
        laneRequest(usdcOnBase, usdcOnArbitrum, 100_000_000n),
        { floats },
        { competitors },
      );

      expect(there.block).to.deep.include({
        fee: '49000',
        pricing: {
          mode: 'undercut',
          feeBps: 4.9,
          standardFeeBps: 8,
          reason: 'others charge 5 bps on this lane',
        },
      });
      expect(back.block).to.have.nested.property('pricing.mode', 'base');
    });
  });

  it('is refused where the token has no price, the block of the base price still beside it', async () => {
    const unpriced = await laneOffer(usdc(10_000_000n), {
      ...thousandOnBase,
      prices: { USDC: null },
    });

    expect(unpriced.outcome).to.deep.equal({
      ok: false,
      code: 'NO_ROUTE',
      reason:
        'the float lane pays unit for unit only where both prices are known; USDC on eip155:42161 has none now',
    });
    expect(unpriced.block).to.deep.include({
      fee: '6000',
      freeTier: {
        applied: false,
        failedCheck: 'price-unknown',
        reason: 'the token has no price now, so its value cannot be told',
      },
    });
  });

  it('takes a price of nothing for no price', async () => {
    expect(
      (await laneOffer(usdc(10_000_000n), { ...thousandOnBase, prices: { USDC: 0n } })).block,
    ).to.have.nested.property('freeTier.failedCheck', 'price-unknown');
  });

  it('is refused where a transfer would cost more gas than the lane adds', async () => {
    const refused = await laneOffer(usdc(100_000_000n), thousandOnBase, {
      maxSubsidyPerTransferMicroUsd: '0',
    });
    const dear = await laneOffer(
      usdc(100_000_000n),
      { ...thousandOnBase, chains: { feeRate: 1_000_000_000n } },
      { maxSubsidyPerTransferMicroUsd: '402499' },
    );

    expect(refused.outcome.ok).to.equal(true);
    expect(dear.outcome).to.deep.equal({
      ok: false,
      code: 'NO_ROUTE',
      reason:
        'gas exceeds the fee by 402500 micro-USD, and the float lane adds at most 402499 to one transfer towards eip155:8453',
      minInput: 100_001_667n,
    });
    expect(dear.block).to.have.property('capNow', '250000000');
  });

  it('has no block where the pair cannot be served', async () => {
    expect(await laneOffer(laneRequest(usdcOnArbitrum, ethOnBase, 100_000_000n))).to.deep.equal({
      rail: 'floatlane',
      outcome: {
        ok: false,
        code: 'NO_ROUTE',
        reason: 'the float lane pays out the same asset only; USDC is USD and ETH is ETH',
      },
    });
  });

  it('pays out a native coin of the same asset', async () => {
    const native = await laneOffer(
      laneRequest(wethOnArbitrum, ethOnBase, 10_000_000_000_000_000n),
      { floats: [{ token: ethOnBase, free: 1_000_000_000_000_000_000n }] },
    );

    expect(native.outcome).to.have.nested.property('value.output', 9_999_200_000_000_000n);
    expect(native.block).to.have.nested.property('pricing.mode', 'micro-standard');
  });

  it('is never free towards Ethereum', async () => {
    const floats = [{ token: usdcOnEthereum, free: 1_000_000_000n }];
    const dear = await laneOffer(laneRequest(usdcOnArbitrum, usdcOnEthereum, 10_000_000n), {
      floats,
      ...holder,
    });

    const block: JsonObject | undefined = dear.block;
    expect(block).to.deep.include({
      fee: '6000',
      freeTier: {
        applied: false,
        failedCheck: 'destination-not-low-cost',
        reason: 'the destination is not a low-cost chain',
      },
    });
  });
});

describe('the float lane', () => {
  it('has nothing to track', async () => {
    const lane = floatLane(laneContext(), floatlaneSettings.parse({}));

    expect(await lane.track({}, new AbortController().signal)).to.deep.equal({
      status: 'WAITING',
      stage: 'NOT_TRACKED',
    });
  });

  it('needs an inventory', () => {
    const { inventory: _inventory, ...context } = laneContext();

    expect(() => floatLane(context, floatlaneSettings.parse({}))).to.throw(
      'the rail uses the inventory; its manifest must claim the capability "inventory"',
    );
  });
});
