import { asAmount, asUnits, type FirmQuote, nonEvmNodes, type Quote } from '@interline/kernel';
import type { ComparedRail } from '../compare/compare-rails.ts';
import type { EffectiveFee, FeeBasis } from '../compare/guard.ts';
import { arbitrum, base, firm, indicative, sampleRequest } from '../quote/testing/sample-offers.ts';
import {
  chooseOffer,
  type Eligibility,
  eligibilityOf,
  type Goal,
  rankOptions,
} from './rank-options.ts';
import { expect } from 'chai';

describe('the ranking of sources', () => {
  const sources = [
    option('base', { output: 990_000n, sec: 30, lost: 10_000n }),
    option('linea', { output: 995_000n, sec: 12, lost: 40_000n }),
    option('zora', { output: 980_000n, sec: 5, lost: 5_000n }),
  ];

  it('is by what arrives, by what is lost or by duration', () => {
    expect(namesIn(sources, 'max-output')).to.deep.equal(['linea', 'base', 'zora']);
    expect(namesIn(sources, 'cheapest')).to.deep.equal(['zora', 'base', 'linea']);
    expect(namesIn(sources, 'fastest')).to.deep.equal(['zora', 'linea', 'base']);
  });

  it('keeps the order of the request among equals', () => {
    const twins = [option('first', {}), option('second', {}), option('third', {})];

    for (const goal of ['max-output', 'cheapest', 'fastest'] as const)
      expect(namesIn(twins, goal), goal).to.deep.equal(['first', 'second', 'third']);
  });

  it('puts executable sources before deposits, and deposits before prices', () => {
    const mixed = [
      option('priced', {
        output: 999_999n,
        eligibility: { kind: 'priced', reason: 'prices only' },
      }),
      option('deposit', { output: 999_000n, eligibility: { kind: 'deposit' } }),
      option('ready', { output: 1n }),
    ];

    expect(namesIn(mixed, 'max-output')).to.deep.equal(['ready', 'deposit', 'priced']);
  });

  it('does not rank a fee as cheap if only our own charge is known', () => {
    expect(
      namesIn(
        [
          option('unknown', { lost: 800n, basis: 'charge' }),
          option('known', { lost: 20_000n, basis: 'prices' }),
        ],
        'cheapest',
      ),
    ).to.deep.equal(['known', 'unknown']);
  });
});

interface Facts {
  readonly output?: bigint;
  readonly sec?: number;
  readonly lost?: bigint;
  readonly basis?: FeeBasis;
  readonly eligibility?: Eligibility;
}

function option(
  name: string,
  {
    output = 1_000_000n,
    sec = 10,
    lost = 0n,
    basis = 'units',
    eligibility = { kind: 'ready' },
  }: Facts,
) {
  const quote: FirmQuote = {
    kind: 'firm',
    rail: name,
    bridge: name,
    via: [],
    input: asAmount(1_000_000n),
    output: asUnits(output),
    minOutput: asUnits(output),
    fee: asUnits(800n),
    durationSec: sec,
    expiresAtMs: 0,
    memo: {},
  };
  const effectiveFee: EffectiveFee = { lost, of: 1_000_000n, basis };
  return { offer: { quote, effectiveFee, qualityScore: 90 }, eligibility };
}

function namesIn(options: readonly ReturnType<typeof option>[], goal: Goal): readonly string[] {
  return rankOptions(options, goal).map(({ offer }) => offer.quote.rail);
}

const solana = nonEvmNodes.find((node) => node.wire === 'solana')?.chain ?? base;
const bitcoin = nonEvmNodes.find((node) => node.wire === 'bitcoin')?.chain ?? base;

describe('the offer of a source', () => {
  const priced = [
    offer(firm('floatlane', 999_200n, 12)),
    offer(firm('lifi', 998_000n, 5)),
    offer(firm('relay', 997_000n, 5)),
    offer(indicative('oneclick', 999_900n, 1)),
  ];

  it('is the one that nets most, for max-output and cheapest', () => {
    const chosen = (goal: Goal) => chooseOffer(sampleRequest, priced, goal);

    expect([chosen('max-output'), chosen('cheapest')]).to.deep.equal([
      { offer: priced[0], eligibility: { kind: 'ready' }, ahead: [] },
      { offer: priced[0], eligibility: { kind: 'ready' }, ahead: [] },
    ]);
  });

  it('is the fastest for fastest, the better of two, and names what execute would rank before it', () => {
    expect(chooseOffer(sampleRequest, priced, 'fastest')).to.deep.equal({
      offer: priced[1],
      eligibility: { kind: 'ready' },
      ahead: ['floatlane'],
    });
  });

  it('is only a price if nothing can be executed', () => {
    expect(chooseOffer(sampleRequest, priced.slice(3), 'fastest')).to.deep.equal({
      offer: priced[3],
      eligibility: { kind: 'priced', reason: 'prices only' },
      ahead: [],
    });
  });

  it('is missing if nothing is priced', () => {
    expect(chooseOffer(sampleRequest, [], 'max-output')).to.equal(null);
  });
});

describe('a quote', () => {
  it('is ready if one signed permit executes it', () => {
    expect(eligibilityOf(sampleRequest, firm('lifi', 1n, 1))).to.deep.equal({ kind: 'ready' });
  });

  it("is a price if it is indicative, if the mesh cannot settle the corridor, and from a chain's own coin", () => {
    const coin = {
      ...sampleRequest,
      from: { ...sampleRequest.from, address: 'native', symbol: 'ETH' },
    };

    expect(eligibilityOf(sampleRequest, indicative('lifi', 1n, 1))).to.deep.equal({
      kind: 'priced',
      reason: 'prices only',
    });
    expect(
      eligibilityOf({ ...sampleRequest, lane: { from: base, to: solana } }, firm('solana', 1n, 1)),
    ).to.deep.equal({
      kind: 'priced',
      reason: 'Solana as a destination is never settled, only priced where a rail prices it',
    });
    expect(eligibilityOf(coin, firm('lifi', 1n, 1))).to.deep.equal({
      kind: 'priced',
      reason:
        "ETH is the chain's own coin and cannot be pulled with a permit; wrap it and name the wrapped token",
    });
  });

  it('waits for a deposit from a non-EVM chain', () => {
    const fromBitcoin = {
      ...sampleRequest,
      lane: { from: bitcoin, to: arbitrum },
      from: { ...sampleRequest.from, chain: bitcoin, address: 'native', symbol: 'BTC' },
    };

    expect(eligibilityOf(fromBitcoin, firm('bitcoin', 1n, 1))).to.deep.equal({ kind: 'deposit' });
  });
});

function offer(quote: Quote): ComparedRail {
  return { quote, effectiveFee: { lost: 800n, of: 1_000_000n, basis: 'units' }, qualityScore: 90 };
}
