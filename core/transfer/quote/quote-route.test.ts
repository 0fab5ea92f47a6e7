import { type Offer, refuse, RelayError } from '@interline/kernel';
import type { RailRegistry } from '@interline/ports';
import { quoteRoute } from './quote-route.ts';
import { firm, indicative, offer, railOffering, sampleRequest } from './testing/sample-offers.ts';
import { expect } from 'chai';

const { signal } = new AbortController();

describe('a quote', () => {
  it('is the best firm offer, with all others in order, then the refusals, then what the request excluded', async () => {
    const ask = quoteRoute(
      registryOf([
        { rail: 'socket', outcome: refuse('NO_ROUTE', 'no liquidity') },
        offer(indicative('oneclick', 1_500_000n)),
        offer(firm('lifi', 998_000n)),
        { ...offer(firm('floatlane', 999_200n)), block: { capNow: '250' } },
        offer(firm('across', 999_900n)),
      ]),
    );

    expect(await ask(sampleRequest, { excludeRails: ['across'] }, signal)).to.deep.equal({
      best: firm('floatlane', 999_200n),
      bestOf: 2,
      compared: [
        { rail: 'floatlane', quote: firm('floatlane', 999_200n), refusal: null },
        { rail: 'lifi', quote: firm('lifi', 998_000n), refusal: null },
        { rail: 'oneclick', quote: indicative('oneclick', 1_500_000n), refusal: null },
        {
          rail: 'socket',
          quote: null,
          refusal: { rail: 'socket', code: 'NO_ROUTE', reason: 'no liquidity' },
        },
        {
          rail: 'across',
          quote: null,
          refusal: { rail: 'across', code: 'NO_ROUTE', reason: 'excluded by the request' },
        },
      ],
      blocks: { floatlane: { capNow: '250' } },
    });
  });

  it('is indicative if nothing can be executed', async () => {
    const { best } = await quoteRoute(
      registryOf([offer(indicative('lifi', 998_000n)), offer(indicative('oneclick', 999_000n))]),
    )(sampleRequest, { excludeRails: [] }, signal);

    expect(best).to.deep.equal(indicative('oneclick', 999_000n));
  });

  it('is refused with NO_ROUTE and every reason if nothing is priced', async () => {
    const ask = quoteRoute(
      registryOf([
        { rail: 'floatlane', outcome: refuse('INSUFFICIENT_FLOAT', 'amount 5 is above capNow 4') },
        { rail: 'lifi', outcome: refuse('INSUFFICIENT_FLOAT', 'dry') },
      ]),
    );

    expect(await thrownBy(ask(sampleRequest, { excludeRails: [] }, signal)))
      .to.be.instanceOf(RelayError)
      .that.deep.includes({
        code: 'NO_ROUTE',
        refusals: [
          { rail: 'floatlane', code: 'INSUFFICIENT_FLOAT', reason: 'amount 5 is above capNow 4' },
          { rail: 'lifi', code: 'INSUFFICIENT_FLOAT', reason: 'dry' },
        ],
        message:
          'no rail can settle this lane and amount now: floatlane: amount 5 is above capNow 4; lifi: dry',
      });
  });

  it('is refused with UNROUTABLE_LANE if no rail declares the lane', async () => {
    const registry: RailRegistry = {
      rails: [],
      onLane: () => [],
      byId: () => undefined,
      sandbox: undefined,
    };

    expect(await thrownBy(quoteRoute(registry)(sampleRequest, { excludeRails: [] }, signal)))
      .to.be.instanceOf(RelayError)
      .with.property('code', 'UNROUTABLE_LANE');
  });
});

async function thrownBy(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  );
}

/** Our own inventory, and one rail for all other engines on every lane, with these offers. */
function registryOf(offers: readonly Offer[]): RailRegistry {
  const [own, others] = [
    offers.filter(({ rail }) => rail === 'floatlane'),
    offers.filter(({ rail }) => rail !== 'floatlane'),
  ];
  const rails = [
    railOffering('floatlane', own, { capabilities: ['inventory'] }),
    railOffering('several', others),
  ];
  return { rails, onLane: () => rails, byId: () => undefined, sandbox: undefined };
}
