import type { Offer } from '@interline/plugins';
import {
  payoutContext,
  type PayoutWorld,
  testOrder,
  testRequest,
  usdcOnBase,
} from '@interline/plugins/testing';
import { expect } from 'chai';
import { rail } from './rail.ts';
import { btc } from './testing/bitcoin-tokens.ts';

const { signal } = new AbortController();

/** The offer for 50,000 satoshis, 50 USD, or so many, in USDC on Base. */
async function offerFor(
  units = 50_000n,
  world: Partial<PayoutWorld> = {},
  to = usdcOnBase,
): Promise<Offer> {
  const tokens = [btc, usdcOnBase];
  const context = payoutContext({ tokens, feeRate: 1n, ...world });
  const request = testRequest({ from: btc, to, units, payer: null });
  const [only] = await rail.create(context, rail.settings.parse({})).offers(request, signal);
  if (only === undefined) throw new Error('the rail made no offer');
  return only;
}

const quoteOf = ({ outcome }: Offer) => (outcome.ok ? outcome.value : outcome.code);

describe('the bitcoin rail, from a deposit', () => {
  it('quotes the duration of the confirmations that the value needs, plus a minute for the payout', async () => {
    expect(quoteOf(await offerFor(50_000n, { depth: 1 }))).to.include({ durationSec: 660 });
    expect(quoteOf(await offerFor(50_000n, { depth: 6 }))).to.include({ durationSec: 3_660 });
  });

  it('pays the market less 95 bps for what is left after the inclusion on both chains, to the unit', async () => {
    // 60 satoshis for inclusion: 49,940 at 100,000 USD a coin are 49.94 USD, less 95 bps 49.46557.
    expect(quoteOf(await offerFor())).to.include({
      kind: 'firm',
      input: 50_000n,
      fee: 60n,
      output: 49_465_570n,
      minOutput: 49_465_570n,
    });
  });

  it('plans what each part after the first costs: 58 vbytes of an input at the current rate', async () => {
    const partCostAt = async (feeRate: bigint) => {
      const context = payoutContext({ tokens: [btc, usdcOnBase], feeRate });
      const order = testOrder(
        testRequest({ from: btc, to: usdcOnBase, units: 50_000n, payer: null }),
      );
      const made = rail.create(context, rail.settings.parse({}));
      const [offer] = await made.offers(order, signal);
      if (offer?.outcome.ok !== true || offer.outcome.value.kind !== 'firm')
        throw new Error('the rail made no offer');
      const plan = await made.plan(order, offer.outcome.value, signal);
      const step = plan.ok ? plan.value.steps[0] : undefined;
      return step?.kind === 'await-deposit' ? step.partCost : undefined;
    };

    expect(await partCostAt(1n)).to.equal(58n);
    expect(await partCostAt(10n)).to.equal(580n);
  });

  it('refuses less than can be refunded and names the minimum, which it serves', async () => {
    expect((await offerFor(778n)).outcome).to.deep.include({
      code: 'NO_ROUTE',
      reason:
        'a deposit of 778 is too small: wanted at least 779, which covers what it costs to pay out or to send back',
      minInput: 779n,
    });
    expect((await offerFor(779n)).outcome.ok).to.equal(true);
  });

  it('takes as much as a quarter of the free float is worth, and not one satoshi more', async () => {
    const world = { free: 200_000_000n };
    expect((await offerFor(50_000n, world)).outcome.ok).to.equal(true);
    expect((await offerFor(50_001n, world)).outcome).to.deep.include({
      code: 'INSUFFICIENT_FLOAT',
      reason:
        'amount 50001 is above capNow 50000, a quarter of the free float that bitcoin has on eip155:8453',
    });
  });

  it('only prices an open deposit, without checking the float', async () => {
    const context = payoutContext({ tokens: [btc, usdcOnBase], feeRate: 1n, free: 1n, held: 0n });
    const asked = testRequest({ from: btc, to: usdcOnBase, units: 50_000n, payer: null });
    const order = testOrder({ ...asked, priceOnly: true });
    const made = rail.create(context, rail.settings.parse({}));
    const [offer] = await made.offers(order, signal);
    if (offer?.outcome.ok !== true || offer.outcome.value.kind !== 'firm')
      throw new Error('the rail made no offer');
    const plan = await made.plan(order, offer.outcome.value, signal);

    expect(plan.ok ? plan.value.output : plan.code).to.equal(49_465_570n);
  });

  it('refuses the native coin, whose recipients could burn gas, and while Bitcoin is silent', async () => {
    const native = { ...usdcOnBase, address: 'native' as const, symbol: 'ETH', asset: 'ETH' };
    expect((await offerFor(50_000n, {}, native)).outcome).to.deep.include({ code: 'NO_ROUTE' });
    expect((await offerFor(50_000n, { silent: [btc.chain] })).outcome).to.deep.include({
      code: 'CHAIN_UNREACHABLE',
    });
  });
});
