import { asUnits, bps, type Offer, refuse, RelayError, type TokenRef } from '@interline/kernel';
import type { Clock, PricePort, RailPort, RailRegistry } from '@interline/ports';
import {
  arbitrum,
  firm,
  indicative,
  offer,
  railOffering,
  sampleRequest,
} from '../quote/testing/sample-offers.ts';
import { compareRails, type CompareRailsParts } from './compare-rails.ts';
import type { TrackRecord } from './quality-score.ts';
import { expect } from 'chai';

const { signal } = new AbortController();

describe('a comparison', () => {
  it('ranks every engine of the lane by what the recipient nets, including our own inventory', async () => {
    const compare = comparing({
      rails: [
        railOffering('aggregators', [
          offer(firm('lifi', 998_000n)),
          {
            rail: 'across',
            outcome: refuse('NO_ROUTE', 'below its minimum', { minInput: asUnits(2_000_000n) }),
          },
          offer(firm('relay', 989_020n)),
        ]),
        railOffering('floatlane', [offer(firm('floatlane', 999_200n))], {
          capabilities: ['inventory'],
        }),
        railOffering('solana', [offer(indicative('solana', 999_900n))]),
      ],
    });

    const comparison = await compare(sampleRequest, { excludeRails: [] }, signal);

    expect(comparison).to.deep.equal({
      priced: [
        {
          quote: firm('floatlane', 999_200n),
          effectiveFee: { lost: 800_000_000n, of: 1_000_000_000_000n, basis: 'units' },
          qualityScore: 89,
        },
        {
          quote: firm('lifi', 998_000n),
          effectiveFee: { lost: 2_000_000_000n, of: 1_000_000_000_000n, basis: 'units' },
          qualityScore: 88,
        },
        {
          quote: firm('relay', 989_020n),
          effectiveFee: { lost: 10_980_000_000n, of: 1_000_000_000_000n, basis: 'units' },
          qualityScore: 77,
        },
        {
          quote: indicative('solana', 999_900n),
          effectiveFee: { lost: 100_000_000n, of: 1_000_000_000_000n, basis: 'units' },
          qualityScore: 89,
        },
      ],
      refusals: [
        { rail: 'across', code: 'NO_ROUTE', reason: 'below its minimum', minInput: 2_000_000n },
      ],
      guard: {
        ok: true,
        fee: { lost: 800_000_000n, of: 1_000_000_000_000n, basis: 'units' },
        thresholdBps: 500,
        recommendedMinInput: 1n,
      },
      firstParty: {
        rail: 'floatlane',
        output: 999_200n,
        bestThirdParty: { rail: 'lifi', output: 998_000n },
        advantageBps: 12,
        isCheaper: true,
      },
      isCached: false,
    });
  });

  it('leaves out what the request excludes, our own inventory too', async () => {
    const compare = comparing({
      rails: [
        railOffering('aggregators', [
          offer(firm('lifi', 998_000n)),
          offer(firm('relay', 997_000n)),
        ]),
        railOffering('floatlane', [offer(firm('floatlane', 999_200n))], {
          capabilities: ['inventory'],
        }),
      ],
    });

    const { priced, refusals, firstParty } = await compare(
      sampleRequest,
      { excludeRails: ['floatlane', 'relay'] },
      signal,
    );

    expect([priced.map(({ quote: { rail: offer } }) => offer), refusals]).to.deep.equal([
      ['lifi'],
      [],
    ]);
    expect(firstParty).to.deep.include({
      rail: null,
      bestThirdParty: { rail: 'lifi', output: 998_000n },
    });
  });

  it('is an answer even if nothing works, with the reasons and the least input that would', async () => {
    const compare = comparing({
      rails: [
        railOffering('aggregators', [
          { rail: 'lifi', outcome: refuse('RAIL_TIMEOUT', 'did not answer') },
          {
            rail: 'across',
            outcome: refuse('NO_ROUTE', 'below its minimum', { minInput: asUnits(2_000_000n) }),
          },
        ]),
      ],
    });

    const { priced, refusals, guard } = await compare(sampleRequest, { excludeRails: [] }, signal);

    expect([priced, refusals.map(({ rail: offer, code }) => [offer, code])]).to.deep.equal([
      [],
      [
        ['lifi', 'RAIL_TIMEOUT'],
        ['across', 'NO_ROUTE'],
      ],
    ]);
    expect(guard).to.deep.equal({
      ok: false,
      fee: null,
      thresholdBps: 500,
      recommendedMinInput: 2_000_000n,
    });
  });

  it('is refused on a lane that no rail declares', async () => {
    const compare = comparing({ rails: [] });

    const thrown: unknown = await compare(sampleRequest, { excludeRails: [] }, signal).catch(
      (error: unknown) => error,
    );

    expect(thrown).to.be.instanceOf(RelayError).with.property('code', 'UNROUTABLE_LANE');
  });

  it('weighs two assets by their prices', async () => {
    const compare = comparing({
      rails: [railOffering('lifi', [offer(firm('lifi', 330_000_000_000_000n))])],
      price: {
        priceOf: async (token) => ({
          microUsd: token.asset === 'ETH' ? 3_000_000_000n : 1_000_000n,
          asOfMs: 0,
        }),
      },
    });

    const { priced } = await compare({ ...sampleRequest, to: eth }, { excludeRails: [] }, signal);

    // 0.99 of 1 USD.
    expect(priced[0]?.effectiveFee.basis).to.equal('prices');
    expect(priced.map(({ effectiveFee: { lost, of } }) => (lost * 10_000n) / of)).to.deep.equal([
      100n,
    ]);
  });

  it('counts only our own charge if a price is missing or its request fails', async () => {
    for (const priceOf of [async () => null, async () => Promise.reject(new Error('down'))]) {
      const compare = comparing({
        rails: [railOffering('lifi', [offer(firm('lifi', 330_000_000_000_000n))])],
        price: { priceOf },
      });

      const { priced } = await compare({ ...sampleRequest, to: eth }, { excludeRails: [] }, signal);

      expect(priced[0]?.effectiveFee).to.deep.equal({
        lost: 800n,
        of: 1_000_000n,
        basis: 'charge',
      });
    }
  });

  it('scores an engine by its own record on the lane, and continues if the records cannot be read', async () => {
    const asked: unknown[] = [];
    const rails = [
      railOffering('aggregators', [offer(firm('lifi', 999_000n)), offer(firm('relay', 999_000n))]),
    ];
    const kept: TrackRecord = {
      record: async (offer, lane) => {
        asked.push([offer, lane]);
        return offer === 'lifi'
          ? { samples: 90, missRateBps: 0, failRateBps: 0, medianSec: 0 }
          : null;
      },
    };

    const scored = await comparing({ rails, trackRecord: kept })(
      sampleRequest,
      { excludeRails: [] },
      signal,
    );
    const unread = await comparing({
      rails,
      trackRecord: { record: async () => Promise.reject(new Error('down')) },
    })(sampleRequest, { excludeRails: [] }, signal);

    expect(asked).to.deep.equal([
      ['lifi', sampleRequest.lane],
      ['relay', sampleRequest.lane],
    ]);
    expect(scored.priced.map((offer) => offer.qualityScore)).to.deep.equal([99, 89]);
    expect(unread.priced.map((offer) => offer.qualityScore)).to.deep.equal([89, 89]);
  });
});

describe('a repeated comparison', () => {
  it('is made once for fifty concurrent callers, and kept for 12 s', async () => {
    const { compare, clock, asked } = counting();

    await Promise.all(
      Array.from({ length: 50 }, async () => compare(sampleRequest, { excludeRails: [] }, signal)),
    );
    expect(asked.count).to.equal(1);

    clock.nowMs = 11_999;
    expect(await compare(sampleRequest, { excludeRails: [] }, signal)).to.have.property(
      'isCached',
      true,
    );
    clock.nowMs = 12_000;
    expect(await compare(sampleRequest, { excludeRails: [] }, signal)).to.have.property(
      'isCached',
      false,
    );
    expect(asked.count).to.equal(2);
  });

  it('is made anew for another payer, recipient or set of rails', async () => {
    const { compare, asked } = counting();

    await compare(sampleRequest, { excludeRails: [] }, signal);
    await compare({ ...sampleRequest, payer: '0x1' }, { excludeRails: [] }, signal);
    await compare({ ...sampleRequest, recipient: '0x1' }, { excludeRails: [] }, signal);
    await compare(sampleRequest, { excludeRails: ['relay', 'across'] }, signal);
    await compare(sampleRequest, { excludeRails: ['across', 'relay'] }, signal);

    expect(asked.count).to.equal(4);
  });

  it('continues when the first caller leaves', async () => {
    const arriving = Promise.withResolvers<readonly Offer[]>();
    const leaving = new AbortController();
    const signals: AbortSignal[] = [];
    const compare = comparing({
      rails: [
        {
          ...railOffering('lifi', [offer(firm('lifi', 998_000n))]),
          offers: async (_request, given) => {
            signals.push(given);
            return arriving.promise;
          },
        },
      ],
    });

    const first = compare(sampleRequest, { excludeRails: [] }, leaving.signal).catch(
      (error: unknown) => error,
    );
    const second = compare(sampleRequest, { excludeRails: [] }, signal);
    leaving.abort(new Error('gone'));
    const left = await first;
    arriving.resolve([offer(firm('lifi', 998_000n))]);

    expect(left).to.have.property('message', 'gone');
    expect((await second).priced).to.have.length(1);
    expect(signals.map((one) => one.aborted)).to.deep.equal([false]);
  });
});

const eth: TokenRef = {
  chain: arbitrum,
  address: 'native',
  symbol: 'ETH',
  decimals: 18,
  asset: 'ETH',
};
type Change = Partial<Omit<CompareRailsParts, 'registry' | 'clock'>> & {
  readonly rails: readonly RailPort[];
  readonly clock?: Pick<Clock, 'monotonic'>;
  readonly price?: PricePort;
};

function comparing({ rails, clock = { monotonic: () => 0 }, ...change }: Change) {
  const registry: RailRegistry = {
    rails,
    onLane: () => rails,
    byId: () => undefined,
    sandbox: undefined,
  };
  return compareRails({
    registry,
    switches: async () => [],
    price: { priceOf: async () => null },
    trackRecord: { record: async () => null },
    thresholdBps: bps(500),
    lifetime: signal,
    ...change,
    clock,
  });
}

/** One rail that counts its requests. */
function counting() {
  const clock = { nowMs: 0, monotonic: () => clock.nowMs };
  const asked = { count: 0 };
  const counted: RailPort = {
    ...railOffering('lifi', [offer(firm('lifi', 998_000n))]),
    offers: async () => {
      asked.count += 1;
      return [offer(firm('lifi', 998_000n))];
    },
  };
  return { clock, asked, compare: comparing({ rails: [counted], clock }) };
}
