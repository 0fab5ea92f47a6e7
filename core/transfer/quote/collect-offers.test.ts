import {
  asUnits,
  matchLane,
  nonEvmNodes,
  readSlippage,
  refuse,
  RelayError,
} from '@interline/kernel';
import type { RailPort, RailRegistry } from '@interline/ports';
import { collectOffers, railsOf } from './collect-offers.ts';
import { base, firm, offer, railDouble, sampleRequest } from './testing/sample-offers.ts';
import { expect } from 'chai';

const solana = nonEvmNodes.find((node) => node.wire === 'solana')?.chain ?? base;
const { signal } = new AbortController();

describe('collecting offers', () => {
  it('asks every rail of the lane once, with the request and the signal unchanged', async () => {
    const asked: unknown[] = [];
    const first = railDouble('first', {
      offers: async (...given) => {
        asked.push(['first', ...given]);
        return [];
      },
    });
    const second = railDouble('second', {
      offers: async (...given) => {
        asked.push(['second', ...given]);
        return [];
      },
    });
    const elsewhere = railDouble('elsewhere', {
      lanes: [{ from: 'stellar:*', to: '*', settles: 'firm' }],
      offers: async (...given) => {
        asked.push(['elsewhere', ...given]);
        return [];
      },
    });

    await collectOffers(registryOf([first, elsewhere, second]), sampleRequest, [], signal);

    expect(asked).to.deep.equal([
      ['first', sampleRequest, signal],
      ['second', sampleRequest, signal],
    ]);
  });

  it('asks them all in parallel', async () => {
    const bothAsked = Promise.withResolvers<void>();
    const first = railDouble('first', {
      offers: async () => {
        await bothAsked.promise;
        return [offer(firm('first', 1n))];
      },
    });
    const second = railDouble('second', {
      offers: async () => {
        bothAsked.resolve();
        return [offer(firm('second', 2n))];
      },
    });

    const { priced: offers } = await collectOffers(
      registryOf([first, second]),
      sampleRequest,
      [],
      signal,
    );

    expect(offers).to.have.length(2);
  });

  it('ranks what is priced, each with the rail that priced it, and keeps the refusals with their reasons', async () => {
    const single = railDouble('floatlane', {
      offers: async () => [offer(firm('floatlane', 999_200n))],
    });
    const several = railDouble('aggregators', {
      ways: ['lifi', 'across', 'socket'],
      offers: async () => [
        offer(firm('lifi', 998_000n)),
        { rail: 'across', outcome: refuse('RAIL_TIMEOUT', 'did not answer in 3000 ms') },
        offer(firm('socket', 999_900n)),
      ],
    });
    const down = railDouble('stellar', {
      offers: async () => [{ rail: 'stellar', outcome: refuse('RAIL_DOWN', 'resting') }],
    });

    const collected = await collectOffers(
      registryOf([single, several, down]),
      sampleRequest,
      [],
      signal,
    );

    expect(collected).to.deep.equal({
      priced: [
        { rail: several, quote: firm('socket', 999_900n) },
        { rail: single, quote: firm('floatlane', 999_200n) },
        { rail: several, quote: firm('lifi', 998_000n) },
      ],
      refusals: [
        { rail: 'across', code: 'RAIL_TIMEOUT', reason: 'did not answer in 3000 ms' },
        { rail: 'stellar', code: 'RAIL_DOWN', reason: 'resting' },
      ],
      blocks: {},
      excluded: [],
    });
  });

  it('puts a price that is requested again after a fixed one, if the slippage leaves it no room', async () => {
    const perishable = railDouble('lifi', {
      offers: async () => [offer({ ...firm('lifi', 999_900n), keeps: 'perishable' })],
    });
    const rails = registryOf([perishable, railDouble('floatlane')]);
    const rankedAt = async (slippage: number) =>
      (
        await collectOffers(
          rails,
          { ...sampleRequest, slippage: readSlippage(slippage) },
          [],
          signal,
        )
      ).priced.map(({ quote }) => quote.rail);

    expect(await rankedAt(0)).to.deep.equal(['floatlane', 'lifi']);
    expect(await rankedAt(0.000_5)).to.deep.equal(['lifi', 'floatlane']);
  });

  it('keeps the smallest input that a refusing engine would have taken', async () => {
    const picky = railDouble('lifi', {
      offers: async () => [
        {
          rail: 'lifi',
          outcome: refuse('NO_ROUTE', 'below its minimum', { minInput: asUnits(2_000_000n) }),
        },
      ],
    });

    const { refusals } = await collectOffers(registryOf([picky]), sampleRequest, [], signal);

    expect(refusals).to.deep.equal([
      { rail: 'lifi', code: 'NO_ROUTE', reason: 'below its minimum', minInput: 2_000_000n },
    ]);
  });

  it('shows the facts that engines attach to a quote, also from an engine that refuses', async () => {
    const pricing = railDouble('floatlane', {
      offers: async () => [{ ...offer(firm('floatlane', 1n)), block: { capNow: '250' } }],
    });
    const refusing = railDouble('stellar', {
      offers: async () => [
        { rail: 'stellar', outcome: refuse('INSUFFICIENT_FLOAT', 'low'), block: { capNow: '0' } },
      ],
    });

    const { blocks } = await collectOffers(
      registryOf([pricing, refusing]),
      sampleRequest,
      [],
      signal,
    );

    expect(blocks).to.deep.equal({ floatlane: { capNow: '250' }, stellar: { capNow: '0' } });
  });
});

describe('an excluded rail', () => {
  it('is not asked, and is listed apart from the refusals', async () => {
    let asked = 0;
    const excluded = railDouble('floatlane', {
      offers: async () => {
        asked += 1;
        return [offer(firm('floatlane', 1n))];
      },
    });

    const collected = await collectOffers(
      registryOf([excluded]),
      sampleRequest,
      ['floatlane'],
      signal,
    );

    expect(collected).to.deep.equal({
      priced: [],
      refusals: [],
      excluded: [{ rail: 'floatlane', code: 'NO_ROUTE', reason: 'excluded by the request' }],
      blocks: {},
    });
    expect(asked).to.equal(0);
  });

  it('excludes all its engines if it is named by its package', async () => {
    const aggregators = railDouble('aggregators', {
      ways: ['lifi', 'across'],
      offers: async () => [offer(firm('lifi', 1n)), offer(firm('across', 2n))],
    });

    expect(await offersLeft([aggregators, railDouble('floatlane')], ['aggregators'])).to.deep.equal(
      ['floatlane'],
    );
  });

  it('keeps its other engines if one of them is named', async () => {
    const aggregators = railDouble('aggregators', {
      ways: ['lifi', 'across'],
      offers: async () => [
        { ...offer(firm('lifi', 1n)), block: { hops: '3' } },
        offer(firm('across', 2n)),
      ],
    });

    const collected = await collectOffers(
      registryOf([aggregators]),
      sampleRequest,
      ['lifi'],
      signal,
    );

    expect(collected.priced).to.deep.equal([{ rail: aggregators, quote: firm('across', 2n) }]);
    expect(collected.excluded).to.deep.equal([
      { rail: 'lifi', code: 'NO_ROUTE', reason: 'excluded by the request' },
    ]);
    expect(collected.blocks).to.deep.equal({});
  });

  it('is not even asked if all its engines are named', async () => {
    let asked = 0;
    const aggregators = railDouble('aggregators', {
      ways: ['lifi', 'across'],
      offers: async () => {
        asked += 1;
        return [];
      },
    });

    expect(
      await offersLeft([aggregators, railDouble('floatlane')], ['across', 'lifi']),
    ).to.deep.equal(['floatlane']);
    expect(asked).to.equal(0);
  });
});

describe('a lane', () => {
  it('that ends where it starts is unroutable, whichever rail declares it', () => {
    expect(() => railsOf(registryOf([railDouble('floatlane')]), { lane: { from: base, to: base } }))
      .to.throw(RelayError)
      .that.deep.includes({
        code: 'UNROUTABLE_LANE',
        details: {},
        message: 'fromChain and toChain are the same; this service moves value between chains',
      });
  });

  it('that no rail declares is unroutable, before any rail is asked', async () => {
    const collecting = collectOffers(registryOf([]), sampleRequest, [], signal);

    const error: unknown = await collecting.catch((thrown: unknown) => thrown);

    expect(error).to.be.instanceOf(RelayError).that.deep.includes({
      code: 'UNROUTABLE_LANE',
      details: {},
      message: 'no rail of this deployment serves eip155:8453 to eip155:42161',
    });
  });

  it('that is quote-only and not priced by any rail is reported as quote-only', () => {
    expect(() => railsOf(registryOf([]), { lane: { from: base, to: solana } })).to.throw(
      RelayError,
      'no rail of this deployment serves eip155:8453 to solana (Solana as a destination is never settled, only priced where a rail prices it)',
    );
  });

  it('stays routable when all its rails are excluded', async () => {
    expect(await offersLeft([railDouble('floatlane')], ['floatlane'])).to.deep.equal([]);
  });
});

async function offersLeft(
  rails: readonly RailPort[],
  excludeRails: readonly string[],
): Promise<readonly string[]> {
  return (await collectOffers(registryOf(rails), sampleRequest, excludeRails, signal)).priced.map(
    ({ quote: { rail: offer } }) => offer,
  );
}

function registryOf(rails: readonly RailPort[]): RailRegistry {
  return {
    rails,
    onLane: (lane) => rails.filter((one) => matchLane(one.manifest.lanes, lane) !== null),
    byId: (id) => rails.find((one) => one.manifest.id === id),
    sandbox: undefined,
  };
}
