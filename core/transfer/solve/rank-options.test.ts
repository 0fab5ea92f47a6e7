import { asAmount, asUnits, type FirmQuote } from '@interline/kernel';
import type { EffectiveFee, FeeBasis } from '../compare/guard.ts';
import { type Eligibility, type Goal, rankOptions } from './rank-options.ts';
import { expect } from 'chai';

describe('the rank of sources', () => {
  const sources = [
    option('base', { output: 990_000n, sec: 30, lost: 10_000n }),
    option('linea', { output: 995_000n, sec: 12, lost: 40_000n }),
    option('zora', { output: 980_000n, sec: 5, lost: 5_000n }),
  ];

  it('is by what arrives, by what is lost or by how long it takes', () => {
    expect(namesIn(sources, 'max-output')).to.deep.equal(['linea', 'base', 'zora']);
    expect(namesIn(sources, 'cheapest')).to.deep.equal(['zora', 'base', 'linea']);
    expect(namesIn(sources, 'fastest')).to.deep.equal(['zora', 'linea', 'base']);
  });

  it('keeps the order of the request among equals', () => {
    const twins = [option('first', {}), option('second', {}), option('third', {})];

    for (const goal of ['max-output', 'cheapest', 'fastest'] as const)
      expect(namesIn(twins, goal), goal).to.deep.equal(['first', 'second', 'third']);
  });

  it('puts what can be executed before what takes a deposit, and that before a price', () => {
    const mixed = [
      option('priced', { output: 999_999n, standing: { kind: 'priced', reason: 'prices only' } }),
      option('deposit', { output: 999_000n, standing: { kind: 'deposit' } }),
      option('ready', { output: 1n }),
    ];

    expect(namesIn(mixed, 'max-output')).to.deep.equal(['ready', 'deposit', 'priced']);
  });

  it('does not take a fee for cheap of which only our own charge is known', () => {
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
  readonly standing?: Eligibility;
}

function option(
  name: string,
  {
    output = 1_000_000n,
    sec = 10,
    lost = 0n,
    basis = 'units',
    standing = { kind: 'ready' },
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
  return { offer: { quote, effectiveFee, qualityScore: 90 }, standing };
}

function namesIn(options: readonly ReturnType<typeof option>[], goal: Goal): readonly string[] {
  return rankOptions(options, goal).map(({ offer }) => offer.quote.rail);
}
