import { asAmount, asUnits, evmChain, type Offer, type Quote, type QuoteRequest, readSlippage, refuse, RelayError, type TokenRef } from '@interline/domain';
import type { RailPort, RailRegistry } from '@interline/ports';
import { expect } from 'chai';
import { quoteRoute } from './quote-route.ts';

const base = evmChain(8453);
const arbitrum = evmChain(42161);
const { signal } = new AbortController();

describe('a quote', () => {
  it('is the best firm way, beside all others in order, then the refusals, then what the request excluded', async () => {
    const ask = quoteRoute(registryOf([
      { rail: 'socket', outcome: refuse('NO_ROUTE', 'no liquidity') },
      offer(indicative('oneclick', 1_500_000n)),
      offer(firm('lifi', 998_000n)),
      { ...offer(firm('floatlane', 999_200n)), block: { capNow: '250' } },
      offer(firm('across', 999_900n)),
    ]));

    expect(await ask(request, { excludeRails: ['across'] }, signal)).to.deep.equal({
      best: firm('floatlane', 999_200n),
      bestOf: 2,
      compared: [
        { rail: 'floatlane', quote: firm('floatlane', 999_200n), refusal: null },
        { rail: 'lifi', quote: firm('lifi', 998_000n), refusal: null },
        { rail: 'oneclick', quote: indicative('oneclick', 1_500_000n), refusal: null },
        { rail: 'socket', quote: null, refusal: { rail: 'socket', code: 'NO_ROUTE', reason: 'no liquidity' } },
        { rail: 'across', quote: null, refusal: { rail: 'across', code: 'NO_ROUTE', reason: 'excluded by the request' } },
      ],
      blocks: { floatlane: { capNow: '250' } },
    });
  });

  it('is indicative where nothing can be executed', async () => {
    const { best } = await quoteRoute(registryOf([offer(indicative('lifi', 998_000n)), offer(indicative('oneclick', 999_000n))]))(request, { excludeRails: [] }, signal);

    expect(best).to.deep.equal(indicative('oneclick', 999_000n));
  });

  it('is refused with NO_ROUTE and every reason where nothing is priced', async () => {
    const ask = quoteRoute(registryOf([
      { rail: 'floatlane', outcome: refuse('INSUFFICIENT_FLOAT', 'amount 5 is above capNow 4') },
      { rail: 'lifi', outcome: refuse('INSUFFICIENT_FLOAT', 'dry') },
    ]));

    expect(await thrownBy(ask(request, { excludeRails: [] }, signal))).to.be.instanceOf(RelayError).that.deep.includes({
      code: 'NO_ROUTE',
      details: { reasons: ['floatlane|INSUFFICIENT_FLOAT|amount 5 is above capNow 4', 'lifi|INSUFFICIENT_FLOAT|dry'] },
      message: 'no rail can settle this lane and amount now: floatlane: amount 5 is above capNow 4; lifi: dry',
    });
  });

  it('is refused with UNROUTABLE_LANE where no rail declares the lane', async () => {
    const registry: RailRegistry = { rails: [], onLane: () => [], byId: () => undefined, sandbox: undefined };

    expect(await thrownBy(quoteRoute(registry)(request, { excludeRails: [] }, signal))).to.be.instanceOf(RelayError).with.property('code', 'UNROUTABLE_LANE');
  });
});

const request: QuoteRequest = {
  lane: { from: base, to: arbitrum },
  from: token(base, '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'), to: token(arbitrum, '0xaf88d065e77c8cc2239327c5edb3a432268e5831'),
  amount: asAmount(1_000_000n), payer: null, recipient: null, slippage: readSlippage(undefined),
};

async function thrownBy(work: Promise<unknown>): Promise<unknown> {
  return work.then(() => null, (error: unknown) => error);
}

function token(chain: TokenRef['chain'], address: string): TokenRef {
  return { chain, address, symbol: 'USDC', decimals: 6, asset: 'USD' };
}

function terms(way: string, output: bigint) {
  return { rail: way, bridge: way, via: [way], input: asAmount(1_000_000n), output: asUnits(output), minOutput: asUnits(output), fee: asUnits(800n), durationSec: 15 };
}

function firm(way: string, output: bigint): Quote {
  return { ...terms(way, output), kind: 'firm', expiresAtMs: 0, memo: {} };
}

function indicative(way: string, output: bigint): Quote {
  return { ...terms(way, output), kind: 'indicative', reason: 'prices only' };
}

function offer(quote: Quote): Offer {
  return { rail: quote.rail, outcome: { ok: true, value: quote } };
}

/** Our own inventory and one rail for all others on every lane, with these offers. */
function registryOf(offers: readonly Offer[]): RailRegistry {
  const [own, others] = [offers.filter(({ rail }) => rail === 'floatlane'), offers.filter(({ rail }) => rail !== 'floatlane')];
  const rails = [railOf('floatlane', own, ['inventory']), railOf('several', others, [])];
  return { rails, onLane: () => rails, byId: () => undefined, sandbox: undefined };
}

function railOf(id: string, offers: readonly Offer[], capabilities: readonly 'inventory'[]): RailPort {
  return {
    manifest: {
      id, api: '1.0.0', version: '1.0.0', title: id, ways: offers.map((one) => one.rail), lanes: [{ from: '*', to: '*', settles: 'firm' }],
      broadcast: 'by-default', minOut: 'passed-on', effects: 'real', capabilities,
    },
    offers: async () => offers,
    plan: async () => refuse('NO_ROUTE', 'a double plans nothing'),
    track: async () => ({ status: 'WAITING', stage: '' }),
    health: async () => ({ isUp: true }),
  };
}
