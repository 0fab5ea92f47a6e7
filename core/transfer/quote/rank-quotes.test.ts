import { asAmount, asUnits, type Quote } from '@interline/kernel';
import { rankQuotes } from './collect-offers.ts';
import { expect } from 'chai';
import fc from 'fast-check';

interface Terms {
  readonly kind?: Quote['kind'];
  readonly output?: bigint;
  readonly durationSec?: number;
}

describe('the ranking of quotes', () => {
  it('puts executable quotes before indicative ones, at any price', () => {
    expect(
      ranked([
        offer('priced', { kind: 'indicative', output: 2_000_000n }),
        offer('firm', { output: 1n }),
      ]),
    ).to.deep.equal(['firm', 'priced']);
  });

  it('puts the larger output first, by a single unit above 2^53', () => {
    const less = offer('less', { output: 9_007_199_254_740_992n, durationSec: 1 });
    const more = offer('more', { output: 9_007_199_254_740_993n, durationSec: 900 });

    expect(ranked([less, more])).to.deep.equal(['more', 'less']);
  });

  it('puts the faster first among equal outputs', () => {
    expect(
      ranked([offer('a-slow', { durationSec: 15.1 }), offer('b-fast', { durationSec: 15 })]),
    ).to.deep.equal(['b-fast', 'a-slow']);
  });

  it('uses the name as the last tie-breaker', () => {
    expect(
      ranked([offer('lifi'), offer('across'), offer('stargate'), offer('debridge')]),
    ).to.deep.equal(['across', 'debridge', 'lifi', 'stargate']);
  });

  it('ranks the priced-only by the same rules after the firm', () => {
    const offers = [
      offer('d', { kind: 'indicative' }),
      offer('c', { kind: 'indicative', output: 3n }),
      offer('b'),
      offer('a', { output: 1n }),
    ];

    expect(ranked(offers)).to.deep.equal(['b', 'a', 'd', 'c']);
  });

  it('leaves the given list unchanged', () => {
    const offers = [offer('b'), offer('a')];

    rankQuotes(offers);

    expect(offers.map(({ quote }) => quote.rail)).to.deep.equal(['b', 'a']);
    expect(rankQuotes([])).to.deep.equal([]);
  });

  it('does not depend on the order of the answers', () => {
    const terms = fc.record({
      rail: fc.stringMatching(/^[a-e]{1,3}$/),
      kind: fc.constantFrom('firm' as const, 'indicative' as const),
      output: fc.bigInt({ min: 1n, max: 3n }),
      durationSec: fc.integer({ min: 1, max: 3 }),
    });
    const shuffled = fc
      .uniqueArray(terms, { selector: (one) => one.rail, maxLength: 12 })
      .chain((all) =>
        fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
      );

    fc.assert(
      fc.property(shuffled, ([one, other]) => {
        expect(ranked(one.map(({ rail, ...rest }) => offer(rail, rest)))).to.deep.equal(
          ranked(other.map(({ rail, ...rest }) => offer(rail, rest))),
        );
      }),
      { numRuns: 200 },
    );
  });
});

function ranked(offers: readonly { readonly quote: Quote }[]): readonly string[] {
  return rankQuotes(offers).map(({ quote }) => quote.rail);
}

function offer(
  rail: string,
  { kind = 'firm', output = 999_200n, durationSec = 15 }: Terms = {},
): { readonly quote: Quote } {
  const terms = {
    rail,
    bridge: rail,
    via: [rail],
    input: asAmount(1_000_000n),
    output: asUnits(output),
    minOutput: asUnits(output),
    fee: asUnits(800n),
    durationSec,
  };
  return {
    quote:
      kind === 'firm'
        ? { ...terms, kind, expiresAtMs: 0, memo: {} }
        : { ...terms, kind, reason: 'prices only' },
  };
}
