import { asAmount, asUnits, evmChain, type FirmQuote, type LanePattern, matchLane, nonEvmNodes, type Offer, type QuoteRequest, readSlippage, refuse, RelayError, type TokenRef } from '@interline/domain';
import type { RailPort, RailRegistry } from '@interline/ports';
import { expect } from 'chai';
import { collectWays, railsOf } from './collect-ways.ts';

const base = evmChain(8453);
const arbitrum = evmChain(42161);
const solana = nonEvmNodes.find((node) => node.wire === 'solana')?.chain ?? base;
const { signal } = new AbortController();

describe('collecting ways', () => {
  it('asks every rail of the lane once, with the request and the signal as they came', async () => {
    const asked: unknown[] = [];
    const first = rail('first', { offers: async (...given) => { asked.push(['first', ...given]); return []; } });
    const second = rail('second', { offers: async (...given) => { asked.push(['second', ...given]); return []; } });
    const elsewhere = rail('elsewhere', { lanes: [{ from: 'stellar:*', to: '*', settles: 'firm' }], offers: async (...given) => { asked.push(['elsewhere', ...given]); return []; } });

    await collectWays(registryOf([first, elsewhere, second]), request, [], signal);

    expect(asked).to.deep.equal([['first', request, signal], ['second', request, signal]]);
  });

  it('asks them all at once', async () => {
    const bothAsked = Promise.withResolvers<void>();
    const first = rail('first', { offers: async () => { await bothAsked.promise; return [priced('first', 1n)]; } });
    const second = rail('second', { offers: async () => { bothAsked.resolve(); return [priced('second', 2n)]; } });

    const { priced: ways } = await collectWays(registryOf([first, second]), request, [], signal);

    expect(ways).to.have.length(2);
  });

  it('ranks what is priced, each with the rail that priced it, and keeps the refusals with their reasons', async () => {
    const single = rail('floatlane', { offers: async () => [priced('floatlane', 999_200n)] });
    const several = rail('aggregators', { ways: ['lifi', 'across', 'socket'], offers: async () => [
      priced('lifi', 998_000n),
      { rail: 'across', outcome: refuse('RAIL_TIMEOUT', 'did not answer in 3000 ms') },
      priced('socket', 999_900n),
    ] });
    const down = rail('stellar', { offers: async () => [{ rail: 'stellar', outcome: refuse('RAIL_DOWN', 'resting') }] });

    const collected = await collectWays(registryOf([single, several, down]), request, [], signal);

    expect(collected).to.deep.equal({
      priced: [
        { rail: several, quote: quote('socket', 999_900n) },
        { rail: single, quote: quote('floatlane', 999_200n) },
        { rail: several, quote: quote('lifi', 998_000n) },
      ],
      refusals: [
        { rail: 'across', code: 'RAIL_TIMEOUT', reason: 'did not answer in 3000 ms' },
        { rail: 'stellar', code: 'RAIL_DOWN', reason: 'resting' },
      ],
      blocks: {},
      excluded: [],
    });
  });

  it('keeps the least input that a refusing way would have taken', async () => {
    const picky = rail('lifi', { offers: async () => [{ rail: 'lifi', outcome: refuse('NO_ROUTE', 'below its minimum', { minInput: asUnits(2_000_000n) }) }] });

    const { refusals } = await collectWays(registryOf([picky]), request, [], signal);

    expect(refusals).to.deep.equal([{ rail: 'lifi', code: 'NO_ROUTE', reason: 'below its minimum', minInput: 2_000_000n }]);
  });

  it('shows the facts that ways state beside a quote, also those of a way that refuses', async () => {
    const pricing = rail('floatlane', { offers: async () => [{ ...priced('floatlane', 1n), block: { capNow: '250' } }] });
    const refusing = rail('stellar', { offers: async () => [{ rail: 'stellar', outcome: refuse('INSUFFICIENT_FLOAT', 'low'), block: { capNow: '0' } }] });

    const { blocks } = await collectWays(registryOf([pricing, refusing]), request, [], signal);

    expect(blocks).to.deep.equal({ floatlane: { capNow: '250' }, stellar: { capNow: '0' } });
  });
});

describe('an excluded rail', () => {
  it('is not asked, and stands apart from the refusals', async () => {
    let asked = 0;
    const excluded = rail('floatlane', { offers: async () => { asked += 1; return [priced('floatlane', 1n)]; } });

    const collected = await collectWays(registryOf([excluded]), request, ['floatlane'], signal);

    expect(collected).to.deep.equal({ priced: [], refusals: [], excluded: [{ rail: 'floatlane', code: 'NO_ROUTE', reason: 'excluded by the request' }], blocks: {} });
    expect(asked).to.equal(0);
  });

  it('takes all its ways with it when it is named by its package', async () => {
    const aggregators = rail('aggregators', { ways: ['lifi', 'across'], offers: async () => [priced('lifi', 1n), priced('across', 2n)] });

    expect(await waysLeft([aggregators, rail('floatlane')], ['aggregators'])).to.deep.equal(['floatlane']);
  });

  it('keeps its other ways when one of them is named', async () => {
    const aggregators = rail('aggregators', { ways: ['lifi', 'across'], offers: async () => [{ ...priced('lifi', 1n), block: { hops: '3' } }, priced('across', 2n)] });

    const collected = await collectWays(registryOf([aggregators]), request, ['lifi'], signal);

    expect(collected.priced).to.deep.equal([{ rail: aggregators, quote: quote('across', 2n) }]);
    expect(collected.excluded).to.deep.equal([{ rail: 'lifi', code: 'NO_ROUTE', reason: 'excluded by the request' }]);
    expect(collected.blocks).to.deep.equal({});
  });

  it('is not even asked when all its ways are named', async () => {
    let asked = 0;
    const aggregators = rail('aggregators', { ways: ['lifi', 'across'], offers: async () => { asked += 1; return []; } });

    expect(await waysLeft([aggregators, rail('floatlane')], ['across', 'lifi'])).to.deep.equal(['floatlane']);
    expect(asked).to.equal(0);
  });
});

describe('a lane', () => {
  it('that ends where it starts is unroutable, whatever a rail declares', () => {
    expect(() => railsOf(registryOf([rail('floatlane')]), { lane: { from: base, to: base } })).to.throw(RelayError).that.deep.includes({
      code: 'UNROUTABLE_LANE', details: {}, message: 'fromChain and toChain are the same; this service moves value between chains',
    });
  });

  it('that no rail declares is unroutable, before anybody is asked', async () => {
    const collecting = collectWays(registryOf([]), request, [], signal);

    const error: unknown = await collecting.catch((thrown: unknown) => thrown);

    expect(error).to.be.instanceOf(RelayError).that.deep.includes({
      code: 'UNROUTABLE_LANE', details: {}, message: 'no rail of this deployment serves eip155:8453 to eip155:42161',
    });
  });

  it('that is quote-only and that nobody prices says so', () => {
    expect(() => railsOf(registryOf([]), { lane: { from: base, to: solana } })).to.throw(
      RelayError, 'no rail of this deployment serves eip155:8453 to solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp (Solana as a destination can be priced but not settled)',
    );
  });

  it('stays routable when all its rails are excluded', async () => {
    expect(await waysLeft([rail('floatlane')], ['floatlane'])).to.deep.equal([]);
  });
});

const request: QuoteRequest = {
  lane: { from: base, to: arbitrum },
  from: token(base, '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'), to: token(arbitrum, '0xaf88d065e77c8cc2239327c5edb3a432268e5831'),
  amount: asAmount(1_000_000n), payer: null, recipient: null, slippage: readSlippage(undefined),
};

async function waysLeft(rails: readonly RailPort[], excludeRails: readonly string[]): Promise<readonly string[]> {
  return (await collectWays(registryOf(rails), request, excludeRails, signal)).priced.map(({ quote: { rail: way } }) => way);
}

function token(chain: TokenRef['chain'], address: string): TokenRef {
  return { chain, address, symbol: 'USDC', decimals: 6, asset: 'USD' };
}

function quote(way: string, output: bigint): FirmQuote {
  return {
    kind: 'firm', rail: way, bridge: way, via: [way], input: asAmount(1_000_000n), output: asUnits(output), minOutput: asUnits(output), fee: asUnits(800n),
    durationSec: 15, expiresAtMs: 0, memo: {},
  };
}

function priced(way: string, output: bigint): Offer {
  return { rail: way, outcome: { ok: true, value: quote(way, output) } };
}

interface RailChange {
  readonly ways?: readonly string[];
  readonly lanes?: readonly LanePattern[];
  readonly offers?: RailPort['offers'];
}

function rail(id: string, { ways = [id], lanes = [{ from: 'eip155:*', to: 'eip155:*', settles: 'firm' }], offers = async () => [priced(id, 999_200n)] }: RailChange = {}): RailPort {
  return {
    manifest: { id, api: '1.0.0', version: '1.0.0', title: id, ways, lanes, broadcast: 'by-default', minOut: 'enforced', effects: 'real', capabilities: [] },
    offers,
    plan: async () => refuse('NO_ROUTE', 'a double plans nothing'),
    track: async () => ({ status: 'WAITING', stage: '' }),
    health: async () => ({ isUp: true }),
  };
}

function registryOf(rails: readonly RailPort[]): RailRegistry {
  return {
    rails,
    onLane: (lane) => rails.filter((one) => matchLane(one.manifest.lanes, lane) !== null),
    byId: (id) => rails.find((one) => one.manifest.id === id),
    sandbox: undefined,
  };
}
