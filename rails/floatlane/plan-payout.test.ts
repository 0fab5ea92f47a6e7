import { asAmount, asUnits, type FirmQuote, type Order, type Plan, type RailOutcome, type TokenRef } from '@interline/plugins';
import { expect } from 'chai';
import { laneSetup } from './lane-setup.ts';
import { planPayout } from './plan-payout.ts';
import { writeMemo } from './quote-memo.ts';
import { floatlaneSettings } from './settings.ts';
import { laneContext, type LaneWorld } from './testing/lane-context.ts';
import { laneRequest, payer, recipient } from './testing/lane-request.ts';
import { daiOnBase, usdcOnArbitrum, usdcOnBase } from './testing/lane-tokens.ts';

const subsidy = { budget: 'subsidy:eip155:8453', units: asUnits(40n), limit: asUnits(100n), reason: 'the subsidy is spent' };

interface Case {
  readonly to?: TokenRef;
  readonly units?: bigint;
  readonly minOutput?: bigint;
  readonly free?: bigint;
  readonly member?: string | null;
  readonly spent?: bigint;
  readonly fee?: bigint;
  readonly prices?: LaneWorld['prices'];
}

function plan({ to = usdcOnBase, units = 100_000n, minOutput = 0n, free = 1_000_000n, member = null, spent = 0n, fee = 80n, prices = {} }: Case): Promise<RailOutcome<Plan>> {
  const order: Order = { ...laneRequest(usdcOnArbitrum, to, units), routeId: 'rt_1', payer, recipient, minOutput: asUnits(minOutput) };
  const setup = laneSetup(laneContext({ floats: [{ token: to, free }], spent: { [subsidy.budget]: spent }, prices }), floatlaneSettings.parse({}));
  return planPayout(setup, order, quote(fee, member), new AbortController().signal);
}

function quote(fee: bigint, member: string | null): FirmQuote {
  return {
    kind: 'firm', rail: 'floatlane', bridge: 'floatlane', via: ['floatlane'], input: asAmount(100_000n), output: asUnits(99_920n), minOutput: asUnits(99_920n),
    fee: asUnits(fee), durationSec: 15, expiresAtMs: 0, memo: writeMemo({ fee: asUnits(fee), member, charges: [subsidy] }),
  };
}

describe('a plan of the float lane', () => {
  it('reserves and pays out the quote\'s output at the quote\'s fee', async () => {
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
        charges: [subsidy],
      },
    });
  });

  it('pays out in the destination\'s decimals', async () => {
    const outcome = await plan({ to: daiOnBase, free: 1_000_000_000_000_000_000n });

    expect(outcome).to.have.nested.property('value.output', 99_920_000_000_000_000n);
  });

  it('is refused when the output is below the agreed minimum, before the float is looked at', async () => {
    expect(await plan({ minOutput: 99_999n, free: 0n })).to.deep.equal({ ok: false, code: 'BELOW_AGREED_OUTPUT', reason: 'output 99920 is below the agreed 99999' });
    expect(await plan({ minOutput: 99_921n })).to.deep.equal({ ok: false, code: 'BELOW_AGREED_OUTPUT', reason: 'output 99920 is below the agreed 99921' });
    expect((await plan({ minOutput: 99_920n })).ok).to.equal(true);
  });

  it('is refused when the payout is above a quarter of the free float now', async () => {
    expect((await plan({ free: 399_680n })).ok).to.equal(true);
    expect(await plan({ free: 399_679n })).to.deep.equal({
      ok: false, code: 'INSUFFICIENT_FLOAT', reason: 'payout 99920 is above 99919, a quarter of the free float on eip155:8453',
    });
  });

  it('is refused when a budget of the quote has been spent since', async () => {
    expect((await plan({ spent: 60n })).ok).to.equal(true);
    expect(await plan({ spent: 61n })).to.deep.equal({ ok: false, code: 'BUDGET_SPENT', reason: 'the subsidy is spent' });
  });

  it('is refused when a free transfer was quoted for somebody else', async () => {
    expect((await plan({ member: payer, fee: 0n })).ok).to.equal(true);
    expect(await plan({ member: recipient, fee: 0n })).to.deep.equal({ ok: false, code: 'NO_ROUTE', reason: 'the free transfer was quoted for another payer' });
  });

  it('is refused when the order is for another amount than the quote', async () => {
    expect(await plan({ units: 99_999n })).to.deep.equal({ ok: false, code: 'NO_ROUTE', reason: 'the quote is for 100000, the order for 99999' });
  });

  it('is refused when a side has lost its peg since the quote', async () => {
    const held = await plan({ to: daiOnBase, free: 1_000_000_000_000_000_000n, prices: { DAI: 1_005_000n } });
    const lost = await plan({ to: daiOnBase, free: 1_000_000_000_000_000_000n, prices: { DAI: 1_005_001n } });

    expect(held.ok).to.equal(true);
    expect(lost).to.deep.equal({
      ok: false, code: 'NO_ROUTE', reason: 'the float lane pays unit for unit only within 50 bps; USDC is at 1000000 micro-USD and DAI at 1005001',
    });
  });

  it('is a fault when the memo is not the lane\'s own', async () => {
    const order: Order = { ...laneRequest(usdcOnArbitrum, usdcOnBase, 100_000n), routeId: 'rt_1', payer, recipient, minOutput: asUnits(0n) };

    const fault = await planPayout(laneSetup(laneContext(), floatlaneSettings.parse({})), order, { ...quote(80n, null), memo: { fee: 80 } }, new AbortController().signal).catch((cause: unknown) => cause);

    expect(fault).to.be.an('error').with.property('code', 'RAIL_FAULT');
  });
});
