import type { FirmQuote, Offer, QuoteRequest } from '@interline/plugins';
import {
  payoutContext,
  type PayoutWorld,
  testOrder,
  testRequest,
} from '@interline/plugins/testing';
import { expect } from 'chai';
import { rail } from './rail.ts';
import { bitcoin, btc, recipient } from './testing/bitcoin-tokens.ts';

const { signal } = new AbortController();
const fiveDollars = testRequest({ to: btc, units: 5_000_000n, recipient });

function made(world: Partial<PayoutWorld> = {}, settings: object = {}) {
  const context = payoutContext({ tokens: [btc], feeRate: 1n, ...world });
  return rail.create(context, rail.settings.parse(settings));
}

async function offer(
  request: QuoteRequest = fiveDollars,
  world: Partial<PayoutWorld> = {},
  settings: object = {},
): Promise<Offer> {
  const [only] = await made(world, settings).offers(request, signal);
  if (only === undefined) throw new Error('the rail made no offer');
  return only;
}

async function quoted(request: QuoteRequest = fiveDollars): Promise<FirmQuote> {
  const { outcome } = await offer(request);
  if (!outcome.ok || outcome.value.kind !== 'firm') throw new Error('the rail gave no firm quote');
  return outcome.value;
}

async function planned(world: Partial<PayoutWorld>, terms: object = {}, settings: object = {}) {
  const order = { ...testOrder(fiveDollars), ...terms };
  return made(world, settings).plan(order, await quoted(), signal);
}

describe('the bitcoin rail', () => {
  it('quotes 5 USDC net of the gas of the pull and the miner fee of the payout, to the satoshi', async () => {
    // 0.003 USD of pull and 221 satoshis of miner fee; 50 bps off 100,000 USD for one coin.
    expect(await quoted()).to.deep.include({
      rail: 'bitcoin',
      fee: 224_000n,
      output: 4_752n,
      minOutput: 4_752n,
      durationSec: 600,
      fronts: [
        { chain: 'eip155:8453', gas: 120_000n, coin: 0n },
        { chain: bitcoin, gas: 221n, coin: 0n },
      ],
    });
  });

  it('takes the standard charge where it is above the gas', async () => {
    const { fee } = await quoted(testRequest({ to: btc, units: 500_000_000n, recipient }));

    expect(fee).to.equal(400_000n);
  });

  it('prices without a recipient, for the largest output there is', async () => {
    const { fronts } = await quoted({ ...fiveDollars, recipient: null });

    expect(fronts?.[1]?.gas).to.equal(233n);
  });

  it('refuses dust and names the least input, which it serves', async () => {
    const dust = await offer(testRequest({ to: btc, units: 400_000n, recipient }));

    expect(dust.outcome).to.deep.include({
      code: 'NO_ROUTE',
      reason:
        'amount 400000 would pay out 175 after fee and gas; wanted at least 294, the dust limit of a P2WPKH output: send 519478 or more',
      minInput: 519_478n,
    });
    const least = await offer(testRequest({ to: btc, units: 519_478n, recipient }));
    expect(least.outcome).to.deep.include({ ok: true });
    const below = await offer(testRequest({ to: btc, units: 519_477n, recipient }));
    expect(below.outcome).to.deep.include({ ok: false });
  });

  it('serves the cap, a quarter of the free float, and not one unit more', async () => {
    const at = (units: bigint) =>
      offer(testRequest({ to: btc, units, recipient }), { free: 20_000n });

    expect((await at(5_000_000n)).outcome).to.deep.include({ ok: true });
    expect((await at(5_000_000n)).block).to.deep.include({ capNow: '5000000', destFloat: '20000' });
    expect((await at(5_000_001n)).outcome).to.deep.include({
      code: 'INSUFFICIENT_FLOAT',
      reason: `amount 5000001 is above capNow 5000000, a quarter of the free float on bitcoin`,
    });
  });

  it('says how much must be free for what the whole balance cannot pay, and is served with that', async () => {
    const { outcome } = await offer(fiveDollars, { free: 0n, held: 4_751n });
    const needs = { token: btc, free: 20_000n };

    expect(outcome).to.deep.include({ needs });
    expect(await planned({ free: 0n, held: 4_751n })).to.deep.include({
      needs: { token: btc, free: 19_008n },
    });
    expect((await offer(fiveDollars, { free: 19_999n, held: 19_999n })).outcome.ok).to.equal(false);
    expect((await offer(fiveDollars, { free: 20_000n, held: 20_000n })).outcome.ok).to.equal(true);
    expect((await planned({ free: 19_007n, held: 19_007n })).ok).to.equal(false);
    expect((await planned({ free: 19_008n, held: 19_008n })).ok).to.equal(true);
  });

  it('asks for no funds where reservations are in the way, or the exposure would be', async () => {
    const reserved = await offer(fiveDollars, { free: 0n, held: 4_752n });
    const exposed = await offer(fiveDollars, { free: 0n, held: 0n }, { maxExposureMicroUsd: '1' });

    for (const { outcome } of [reserved, exposed])
      expect(outcome).to.include({ code: 'INSUFFICIENT_FLOAT' }).and.not.to.have.property('needs');
  });

  it('says that its account is not funded where the whole balance cannot pay', async () => {
    const reason = `the lane is configured, but its account on bitcoin is not funded for this payout; nothing can be sent now`;
    const short = await offer(fiveDollars, { free: 0n, held: 4_751n });
    const reserved = await offer(fiveDollars, { free: 0n, held: 4_752n });

    expect(short.outcome).to.deep.include({ code: 'INSUFFICIENT_FLOAT', reason });
    expect(reserved.outcome).to.deep.include({
      code: 'INSUFFICIENT_FLOAT',
      reason: `amount 5000000 is above capNow 0, a quarter of the free float on bitcoin`,
    });
  });

  it('limits its debt to its setting, including reservations', async () => {
    // 1,000 satoshis are reserved and 4,752 would be: 5.752 USD.
    const world = { free: 1_000_000n, held: 1_001_000n };
    const within = await offer(fiveDollars, world, { maxExposureMicroUsd: '5752000' });
    const above = await offer(fiveDollars, world, { maxExposureMicroUsd: '5751999' });

    expect(within.outcome).to.deep.include({ ok: true });
    expect(above.outcome).to.deep.include({
      code: 'INSUFFICIENT_FLOAT',
      reason:
        'with this payout 5752000 micro-USD of BTC would be owed and not be paid yet; the service owes at most 5751999',
    });
  });

  it('refuses without a price of either side, and while the chain is silent', async () => {
    const { outcome } = await offer(fiveDollars, { prices: { BTC: null } });
    const down = await offer(fiveDollars, { silent: [bitcoin] });

    expect(outcome).to.deep.include({
      code: 'NO_ROUTE',
      reason: `BTC on bitcoin has no fresh, undisputed price now`,
    });
    expect(down.outcome).to.deep.include({ code: 'CHAIN_UNREACHABLE' });
  });

  it('keeps no agreed fee if the miner fee exceeds it by more than a tenth', async () => {
    // The fee of 224,000 was 3,000 of pull and 221,000 of miner fee, at 1 satoshi a byte.
    const within = await planned({ prices: { BTC: 110_000_000_000n } }, { isPulled: true });
    const spike = await planned({ feeRate: 2n });
    const spikeAfterPull = await planned({ feeRate: 2n }, { isPulled: true });

    expect(within.ok).to.equal(true);
    expect(spike).to.deep.include({
      code: 'PRICE_MOVED',
      reason:
        'gas is worth 445000 of USDC now, more than a tenth above the fee of 224000 that was agreed',
    });
    expect(spikeAfterPull.ok).to.equal(true);
  });

  it('reserves and pays out what it quoted, out of the float', async () => {
    expect(await planned({})).to.deep.equal({
      ok: true,
      value: {
        pullTo: 'float',
        steps: [
          { kind: 'reserve', token: btc, units: 4_752n, mostTaken: 25_000_000n },
          { kind: 'payout', token: btc, to: recipient, units: 4_752n },
        ],
        output: 4_752n,
        fee: 224_000n,
        keeps: 'durable',
        charges: [],
      },
    });
  });

  it('keeps its price while the market moves by the margin, and asks again beyond it', async () => {
    // At 100,180 USD for a coin it is 4,743 satoshis, at 100,201 USD 4,742; the least is 4,742.496.
    const within = await planned({ prices: { BTC: 100_180_000_000n } });
    const beyond = await planned({ prices: { BTC: 100_201_000_000n } });
    const pulled = await planned({ prices: { BTC: 100_201_000_000n } }, { isPulled: true });

    expect(within.ok).to.equal(true);
    expect(beyond).to.deep.include({ ok: false, code: 'PRICE_MOVED' });
    expect(pulled.ok).to.equal(true);
  });

  it('is down while it has no inventory, and while its account is not funded', async () => {
    expect(await made({ unserved: [bitcoin] }).health(signal)).to.deep.equal({
      isUp: false,
      reason: `no inventory is configured on bitcoin`,
    });
    const why = 'there is no bitcoind; run "npm run bitcoind"';
    const missing = { unserved: [bitcoin], absent: { [bitcoin]: why } };
    const reason = `no inventory is configured on bitcoin: ${why}`;
    expect(await made(missing).health(signal)).to.deep.equal({ isUp: false, reason });
    expect((await offer(fiveDollars, missing)).outcome).to.deep.include({ reason });
    expect(await made({ free: 0n }).health(signal)).to.deep.equal({
      isUp: false,
      reason: `the account on bitcoin is not funded`,
    });
    expect(await made({ free: 0n, held: 1n }).health(signal)).to.deep.equal({ isUp: true });
  });
});
