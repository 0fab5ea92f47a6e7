import {
  asAmount,
  asUnits,
  type FirmQuote,
  type Membership,
  type Order,
  type Plan,
  type RailOutcome,
  type TokenRef,
} from '@interline/plugins';
import { expect } from 'chai';
import { laneSetup } from './lane-setup.ts';
import { planPayout } from './plan-payout.ts';
import { writeMemo } from './quote-memo.ts';
import { floatlaneSettings } from './settings.ts';
import { laneContext, type LaneWorld } from './testing/lane-context.ts';
import { laneRequest, payer, recipient } from './testing/lane-request.ts';
import { daiOnBase, usdcOnArbitrum, usdcOnBase, usdcOnEthereum } from './testing/lane-tokens.ts';

const freeTransfer = {
  budget: 'member:eip155:8453:0xa5:0xa1',
  units: asUnits(1n),
  limit: asUnits(3n),
  reason: 'the free transfers are spent',
};
/** As calculated for the quote, when gas cost half of its current price. */
const subsidy = {
  budget: 'subsidy:eip155:8453',
  units: asUnits(2_233n),
  limit: asUnits(5_000_000n),
  reason:
    "today's gas subsidy of 5000000 micro-USD towards eip155:8453 is spent; it is whole again at midnight UTC",
  isShared: true as const,
};

/** The lane's clock stands at 20:26:40 UTC. */
const untilMidnight = 12_800_000;

interface Case {
  readonly to?: TokenRef;
  readonly units?: bigint;
  readonly minOutput?: bigint;
  readonly free?: bigint;
  readonly member?: string | null;
  /** Used units of the member's day, and of the chain's subsidy. */
  readonly spent?: bigint;
  readonly subsidised?: bigint;
  readonly fee?: bigint;
  readonly feeRate?: bigint | Error;
  readonly prices?: LaneWorld['prices'];
  readonly settings?: object;
  /** The amount that the quote's discount was for. */
  readonly restores?: bigint;
  /** The gap between the source and its target, and the destination's surplus. */
  readonly restoring?: bigint;
  readonly isPulled?: true;
  /** The payer's current membership; the quote's free transfer by default. */
  readonly membership?: Membership;
}

function plan({
  to = usdcOnBase,
  units = 100_000n,
  minOutput = 0n,
  free = 1_000_000n,
  member = null,
  fee = 80n,
  restores,
  restoring = 0n,
  isPulled,
  ...now
}: Case): Promise<RailOutcome<Plan>> {
  const order: Order = {
    ...laneRequest(usdcOnArbitrum, to, units),
    routeId: 'rt_1',
    payer,
    recipient,
    minOutput: asUnits(minOutput),
    ...(isPulled === undefined ? {} : { isPulled }),
  };
  const context = laneContext({
    floats: [
      { token: to, free, ...targetAt(free - restoring) },
      { token: usdcOnArbitrum, free: 0n, ...targetAt(restoring) },
    ],
    spent: { [freeTransfer.budget]: now.spent ?? 0n, [subsidy.budget]: now.subsidised ?? 0n },
    chains: { feeRate: now.feeRate ?? 10_000_000n },
    prices: now.prices ?? {},
    membership: now.membership ?? membershipOf(now.spent ?? 0n),
  });
  return planPayout(
    laneSetup(context, floatlaneSettings.parse(now.settings ?? {})),
    order,
    quote(fee, member, restores),
    new AbortController().signal,
  );
}

function membershipOf(spent: bigint): Membership {
  return spent < freeTransfer.limit
    ? { kind: 'free-transfer', name: 'Pass', charge: freeTransfer }
    : { kind: 'budget-spent', name: 'Pass', reason: freeTransfer.reason };
}

/** None where the float is empty. */
function targetAt(units: bigint): { readonly target?: bigint } {
  return units > 0n ? { target: units } : {};
}

function quote(fee: bigint, member: string | null, restores?: bigint): FirmQuote {
  return {
    kind: 'firm',
    rail: 'floatlane',
    bridge: 'floatlane',
    via: ['floatlane'],
    input: asAmount(100_000n),
    output: asUnits(99_920n),
    minOutput: asUnits(99_920n),
    fee: asUnits(fee),
    durationSec: 15,
    expiresAtMs: 0,
    memo: writeMemo({
      fee: asUnits(fee),
      member,
      charges: [freeTransfer, subsidy],
      ...(restores === undefined ? {} : { restores: asUnits(restores) }),
    }),
  };
}

describe('a plan of the float lane', () => {
  it("reserves and pays out the quote's output at the quote's fee", async () => {
    expect(await plan({})).to.deep.equal({
      ok: true,
      value: {
        pullTo: 'float',
        steps: [
          { kind: 'reserve', token: usdcOnBase, units: 99_920n },
          { kind: 'payout', token: usdcOnBase, to: recipient, units: 99_920n },
        ],
        output: 99_920n,
        fee: 80n,
        keeps: 'durable',
        // Gas of 4,625 micro-USD now, of which the fee pays 80.
        charges: [freeTransfer, { ...subsidy, units: 4_545n }],
      },
    });
  });

  it("pays out in the destination's decimals", async () => {
    const outcome = await plan({ to: daiOnBase, free: 1_000_000_000_000_000_000n });

    expect(outcome).to.have.nested.property('value.output', 99_920_000_000_000_000n);
  });

  it('is refused when the output is below the agreed minimum, before the float is looked at', async () => {
    expect(await plan({ minOutput: 99_999n, free: 0n })).to.deep.equal({
      ok: false,
      code: 'BELOW_AGREED_OUTPUT',
      reason: 'output 99920 is below the agreed 99999',
    });
    expect(await plan({ minOutput: 99_921n })).to.deep.equal({
      ok: false,
      code: 'BELOW_AGREED_OUTPUT',
      reason: 'output 99920 is below the agreed 99921',
    });
    expect((await plan({ minOutput: 99_920n })).ok).to.equal(true);
  });

  it('is refused when the payout is above a quarter of the free float now', async () => {
    expect((await plan({ free: 399_680n })).ok).to.equal(true);
    expect(await plan({ free: 399_679n })).to.deep.equal({
      ok: false,
      code: 'INSUFFICIENT_FLOAT',
      reason: 'payout 99920 is above 99919, a quarter of the free float on eip155:8453',
    });
  });

  it('goes at the standard price once the free transfers are spent, where the order allows it', async () => {
    const free = { fee: 0n, member: payer };

    expect((await plan({ ...free, spent: 2n })).ok).to.equal(true);
    expect(await plan({ ...free, minOutput: 99_940n, spent: 2n }))
      .to.have.nested.property('value.charges')
      .that.deep.includes(freeTransfer);
    const lost = await plan({ ...free, minOutput: 99_940n, spent: 3n });
    expect(lost).to.have.nested.property('value.fee', 60n);
    expect(lost).to.have.nested.property('value.output', 99_940n);
    expect(lost).to.have.nested.property('value.charges').that.does.not.deep.include(freeTransfer);
    expect(await plan({ ...free, minOutput: 99_941n, spent: 3n })).to.deep.equal({
      ok: false,
      code: 'BELOW_AGREED_OUTPUT',
      reason:
        'the free transfers are spent, and at the standard price output 99940 is below the agreed 99941',
    });
  });

  it('goes at the standard price once the NFT is gone, so that its buyer has the day, but not after the pull', async () => {
    const sold = {
      ...{ fee: 0n, member: payer, minOutput: 99_940n },
      membership: { kind: 'not-a-member', reason: 'the payer holds no pass' } as const,
    };

    const lost = await plan(sold);
    expect(lost).to.have.nested.property('value.fee', 60n);
    expect(lost).to.have.nested.property('value.charges').that.does.not.deep.include(freeTransfer);
    expect(await plan({ ...sold, minOutput: 99_941n })).to.deep.equal({
      ok: false,
      code: 'BELOW_AGREED_OUTPUT',
      reason:
        'the payer holds no pass, and at the standard price output 99940 is below the agreed 99941',
    });
    expect(await plan({ ...sold, minOutput: 99_941n, isPulled: true }))
      .to.have.nested.property('value.charges')
      .that.deep.includes(freeTransfer);
  });

  it("is charged to the NFT that the payer has now, where the quote's is gone", async () => {
    const other = { ...freeTransfer, budget: 'member:eip155:8453:0xa5:0xa2' };
    const swapped = await plan({
      ...{ fee: 0n, member: payer },
      membership: { kind: 'free-transfer', name: 'Pass', charge: other },
    });

    expect(swapped).to.have.nested.property('value.charges').that.deep.includes(other);
    expect(swapped)
      .to.have.nested.property('value.charges')
      .that.does.not.deep.include(freeTransfer);
  });

  it('is refused when a budget that is not of a member has been spent since', async () => {
    expect((await plan({ member: null, spent: 2n })).ok).to.equal(true);
    expect(await plan({ member: null, spent: 3n })).to.deep.equal({
      ok: false,
      code: 'BUDGET_SPENT',
      reason: 'the free transfers are spent',
      retryAfterMs: untilMidnight,
    });
  });

  it("is refused when gas rose since the quote by more than the lane adds to one transfer, and reckoned by the quote's own fee", async () => {
    const settings = { maxSubsidyPerTransferMicroUsd: '4545' };

    expect((await plan({ settings })).ok).to.equal(true);
    expect(await plan({ settings, fee: 79n })).to.deep.equal({
      ok: false,
      code: 'PRICE_MOVED',
      reason:
        'gas exceeds the fee by 4546 micro-USD, and the float lane adds at most 4545 to one transfer towards eip155:8453',
    });
    expect((await plan({ feeRate: 43_400_000n })).ok).to.equal(true);
    expect(await plan({ feeRate: 43_500_000n })).to.deep.equal({
      ok: false,
      code: 'PRICE_MOVED',
      reason:
        'gas exceeds the fee by 20039 micro-USD, and the float lane adds at most 20000 to one transfer towards eip155:8453',
    });
  });

  it('charges no subsidy where the fee pays for the gas by now', async () => {
    expect(await plan({ fee: 4_625n }))
      .to.have.nested.property('value.charges')
      .that.deep.equals([freeTransfer]);
    expect(await plan({ fee: 4_624n }))
      .to.have.nested.property('value.charges')
      .that.deep.equals([freeTransfer, { ...subsidy, units: 1n }]);
  });

  it('goes on towards Ethereum, whose gas is never subsidised, while gas is at most a tenth above the fee', async () => {
    const towardsEthereum = { to: usdcOnEthereum, feeRate: 10_000_000n };

    expect(await plan({ ...towardsEthereum, fee: 4_205n }))
      .to.have.nested.property('value.charges')
      .that.deep.equals([freeTransfer, subsidy]);
    expect(await plan({ ...towardsEthereum, fee: 4_200n })).to.deep.equal({
      ok: false,
      code: 'PRICE_MOVED',
      reason:
        'gas exceeds the fee by 425 micro-USD, and the float lane adds nothing to gas towards eip155:1',
    });
  });

  it('is refused where the discount of the quote is no longer due by more than a tenth of its fee', async () => {
    // 2 bps of 100,000 are 20 units, and of the discount of 4 bps 2 units are due for 5,000.
    const kept = { fee: 20n, restores: 100_000n };

    expect((await plan({ ...kept, restoring: 100_000n })).ok).to.equal(true);
    expect((await plan({ ...kept, restoring: 95_000n })).ok).to.equal(true);
    expect(await plan({ ...kept, restoring: 94_999n })).to.deep.equal({
      ok: false,
      code: 'PRICE_MOVED',
      reason:
        '94999 of 100000 bring both floats back towards their targets now, and 100000 did when the quote was made: the discount is no longer due by more than a tenth of the fee of 20',
    });
    expect((await plan({ ...kept, restoring: 0n })).ok).to.equal(false);
  });

  it('goes on without the discount being due where it had none, or the money was pulled', async () => {
    expect((await plan({ fee: 20n, restoring: 0n })).ok).to.equal(true);
    expect((await plan({ fee: 20n, restores: 100_000n, isPulled: true })).ok).to.equal(true);
  });

  it("is refused when today's subsidy does not hold what gas costs now", async () => {
    expect((await plan({ subsidised: 5_000_000n - 4_545n })).ok).to.equal(true);
    expect(await plan({ subsidised: 5_000_000n - 4_544n })).to.deep.equal({
      ok: false,
      code: 'BUDGET_SPENT',
      reason: subsidy.reason,
      retryAfterMs: untilMidnight,
    });
  });

  it('is refused where gas cannot be priced', async () => {
    expect(await plan({ feeRate: new Error('503') })).to.deep.equal({
      ok: false,
      code: 'NO_ROUTE',
      reason:
        'the float lane does not serve what it cannot cost: what gas costs on eip155:42161 cannot be read now',
    });
  });

  it('is refused when a free transfer was quoted for somebody else', async () => {
    expect((await plan({ member: payer, fee: 0n })).ok).to.equal(true);
    expect(await plan({ member: recipient, fee: 0n })).to.deep.equal({
      ok: false,
      code: 'NO_ROUTE',
      reason: 'the free transfer was quoted for another payer',
    });
  });

  it('is refused when the order is for another amount than the quote', async () => {
    expect(await plan({ units: 99_999n })).to.deep.equal({
      ok: false,
      code: 'NO_ROUTE',
      reason: 'the quote is for 100000, the order for 99999',
    });
  });

  it('is refused when a side has lost its peg since the quote', async () => {
    const held = await plan({
      to: daiOnBase,
      free: 1_000_000_000_000_000_000n,
      prices: { DAI: 1_010_000n },
    });
    const lost = await plan({
      to: daiOnBase,
      free: 1_000_000_000_000_000_000n,
      prices: { DAI: 1_010_001n },
    });

    expect(held.ok).to.equal(true);
    expect(lost).to.deep.equal({
      ok: false,
      code: 'NO_ROUTE',
      reason:
        'the float lane pays unit for unit only within 100 bps; USDC is at 1000000 micro-USD and DAI at 1010001',
    });
  });

  it("is a fault when the memo is not the lane's own", async () => {
    const order: Order = {
      ...laneRequest(usdcOnArbitrum, usdcOnBase, 100_000n),
      routeId: 'rt_1',
      payer,
      recipient,
      minOutput: asUnits(0n),
    };

    const fault = await planPayout(
      laneSetup(laneContext(), floatlaneSettings.parse({})),
      order,
      { ...quote(80n, null), memo: { fee: 80 } },
      new AbortController().signal,
    ).catch((cause: unknown) => cause);

    expect(fault).to.be.an('error').with.property('code', 'RAIL_FAULT');
  });
});
