import type { Console, Mesh } from '@interline/client';
import { expect } from 'chai';
import { excludedFor, offersOf, offerTaken } from './offers.ts';
import { changed, firstForm, readForm, sidesOf, swapped } from './wanted.ts';

const token = (address: string, symbol: string, decimals: number, gasless: boolean) => ({
  address,
  symbol,
  decimals,
  asset: symbol,
  gasless,
});
const chain = (id: number | string, name: string, tokens: ReturnType<typeof token>[]) => ({
  chain: id,
  name,
  coin: null,
  explorerTx: null,
  simulated: false,
  tokens,
});
const facts: Console = {
  profile: 'mainnet',
  basePath: '',
  operator: false,
  passes: false,
  privateLane: false,
  chains: [
    chain(8453, 'Base', [token('native', 'ETH', 18, false), token('0xb1', 'USDC', 6, true)]),
    chain(42161, 'Arbitrum One', [
      token('native', 'ETH', 18, false),
      token('0xa1', 'USDC', 6, true),
      token('0xa2', 'DAI', 18, true),
    ]),
    chain('bitcoin', 'Bitcoin', [token('native', 'BTC', 8, false)]),
    chain('stellar', 'Stellar', [token('USDC:G', 'USDC', 7, false)]),
  ],
};
const both = { executeReady: true, quotable: true };
const mesh = {
  nonEvmNodes: {
    bitcoin: { name: 'Bitcoin', executeReady: true, asSource: both, asDestination: both },
    stellar: {
      name: 'Stellar',
      executeReady: true,
      asSource: { executeReady: false, quotable: false },
      asDestination: both,
    },
  },
} as unknown as Mesh; // CAST: the rest is not read here.
const sides = sidesOf(facts, mesh);
const first = firstForm(sides);

describe('the form of a move', () => {
  const form = () => {
    if (first === null) throw new Error('there is one');
    return first;
  };
  const payer = '0x7F8Cb22De62D1c3BF00000000000000000000000';

  it('starts with the sides that this deployment has, and tokens that a signature moves', () => {
    expect(sides.sources.map(({ name }) => name)).to.deep.equal([
      'Base',
      'Arbitrum One',
      'Bitcoin',
    ]);
    expect(sides.destinations).to.have.length(4);
    expect(form()).to.include({
      fromChain: '8453',
      fromToken: '0xb1',
      toChain: '42161',
      toToken: '0xa1',
    });
  });

  it('keeps two different chains, and the same token as far as it is there', () => {
    expect(changed(form(), { fromChain: '42161' }, sides)).to.include({
      fromChain: '42161',
      fromToken: '0xa1',
      toChain: '8453',
      toToken: '0xb1',
    });
    expect(changed(form(), { toChain: 'stellar' }, sides)).to.include({ toToken: 'USDC:G' });
    expect(swapped(form(), sides)).to.include({
      fromChain: '42161',
      fromToken: '0xa1',
      toChain: '8453',
      toToken: '0xb1',
    });
    expect(swapped({ ...form(), toChain: 'stellar' }, sides)).to.include({ fromChain: '8453' });
  });

  it('is asked about once it has an amount, and signed once it has a payer and a recipient', () => {
    expect(readForm(form(), sides, null)).to.include({ ok: false, missing: 'move.needAmount' });
    const filled = { ...form(), amount: '5' };
    const read = readForm(filled, sides, null);
    expect(read).to.include({ ok: true, missing: 'move.needWallet' });
    expect(readForm(filled, sides, payer)).to.include({ missing: null });
    expect(readForm({ ...filled, isElse: true }, sides, payer)).to.include({
      missing: 'move.needRecipient',
    });
  });

  it('asks for a deposit without a payer, and never makes a refund address of anything else', () => {
    const deposit = changed(
      { ...form(), amount: '0.5', recipient: payer, memo: '7', claimable: true },
      { fromChain: 'bitcoin' },
      sides,
    );
    const read = readForm(deposit, sides, payer);

    expect(read.ok && read.wanted.isDeposit).to.equal(true);
    expect(read.ok && read.wanted.body).to.deep.equal({
      fromChain: 'bitcoin',
      toChain: 42161,
      fromToken: 'native',
      toToken: '0xa1',
      amount: '50000000',
      toAddress: payer,
    });
  });

  it('takes memo and claim along to Stellar only', () => {
    const to = {
      ...changed(form(), { toChain: 'stellar' }, sides),
      amount: '5',
      recipient: 'G',
      memo: '42',
    };
    const read = readForm({ ...to, claimable: true }, sides, payer);

    expect(read.ok && read.wanted.body).to.deep.include({
      memo: { type: 'id', value: '42' },
      claimable: true,
      toAddress: 'G',
    });
    const memoOf = (change: Partial<NonNullable<ReturnType<typeof firstForm>>>) => {
      const of = readForm({ ...to, ...change }, sides, payer);
      return of.ok && of.wanted.body.memo;
    };
    expect(memoOf({ memoType: 'text' })).to.deep.equal({ type: 'text', value: '42' });
    expect(memoOf({ memo: '00123' })).to.deep.equal({ type: 'text', value: '00123' });
  });
});

describe('the offers of a comparison', () => {
  const quote = (rail: string, change: object = {}) => ({
    rail,
    ok: true,
    estOut: '4996000',
    etaSeconds: 30,
    best: false,
    effectiveFeePct: 0.08,
    qualityScore: 90,
    needsLive: false,
    quoteOnly: false,
    bridge: rail,
    minOut: '4971020',
    fee: '4000',
    ...change,
  });
  const offers = offersOf({
    quotes: [
      quote('one', { best: true }),
      quote('two'),
      quote('three', { quoteOnly: true, reason: 'price only' }),
      quote('four', { ok: false, estOut: '0', reason: 'resting', errorCode: 'RAIL_DOWN' }),
      quote('five', { minOut: undefined }),
    ],
  } as unknown as Parameters<typeof offersOf>[0]); // CAST: the rest is not read here.

  it('are taken only if every number is there: a missing one is never 0', () => {
    expect(offers.map(({ kind }) => kind)).to.deep.equal([
      'priced',
      'priced',
      'price-only',
      'refused',
      'price-only',
    ]);
  });

  it('are taken best first, or as they were chosen while they are still there', () => {
    const chosen = offerTaken(offers, 'two');
    expect([
      offerTaken(offers, null)?.rail,
      chosen?.rail,
      offerTaken(offers, 'four')?.rail,
    ]).to.deep.equal(['one', 'two', 'one']);
    expect(chosen === null ? [] : excludedFor(offers, chosen)).to.deep.equal([
      'one',
      'three',
      'four',
      'five',
    ]);
    expect(offerTaken([], null)).to.equal(null);
  });
});
