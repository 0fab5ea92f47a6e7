import {
  answer,
  type ChainRef,
  chainRef,
  evmAddress,
  evmChain,
  type Offer,
  type QuoteRequest,
  refuse,
  RelayError,
} from '@interline/kernel';
import type { RailPort, RailRegistry } from '@interline/ports';
import { expect } from 'chai';
import { assertReachable, reachableRails } from './reachable-rails.ts';

const base = evmChain(8453);
const arbitrum = evmChain(42161);
const bitcoin = chainRef('bip122:000000000019d6689c085ae165831e93');
const { signal } = new AbortController();

describe('the rails of a lane', () => {
  it('are asked while both chains respond', async () => {
    const { offers, asked } = given();

    expect(await offers()).to.deep.equal([
      ['lifi', 'priced', ''],
      ['across', 'priced', ''],
    ]);
    expect(asked()).to.equal(1);
  });

  for (const [end, chain] of [
    ['source', base],
    ['destination', arbitrum],
  ] as const) {
    it(`are not asked while the ${end} is down, and each engine's refusal says this`, async () => {
      const { offers, down, asked } = given();
      down.add(chain);

      expect(await offers()).to.deep.equal([
        ['lifi', 'CHAIN_UNREACHABLE', `${chain} does not answer now`],
        ['across', 'CHAIN_UNREACHABLE', `${chain} does not answer now`],
      ]);
      expect(asked()).to.equal(0);
    });
  }

  it('are asked if a chain that seemed down answers one of three reads', async () => {
    const { offers, down, read } = given((chain) => read.length === 3 && down.delete(chain));
    down.add(base);

    expect((await offers()).map(([, code]) => code)).to.deep.equal(['priced', 'priced']);
    expect(read).to.deep.equal([base, base, base]);
  });

  it('are asked for a chain on which we have no account, whether it responds or not', async () => {
    const { offers, down } = given();
    down.add(bitcoin);

    expect((await offers(bitcoin)).map(([, code]) => code)).to.deep.equal(['priced', 'priced']);
  });

  it('plan, and report their status, for an open route even while a chain is down', async () => {
    const { rails, down } = given();
    down.add(base).add(arbitrum);

    // CAST: the rail reads none of them.
    const plan = await rails.byId('aggregators')?.plan({} as never, {} as never, signal);
    expect(plan).to.deep.equal(refuse('NO_ROUTE', 'a plan was asked for'));
    expect(await rails.rails[0]?.health(signal)).to.deep.equal({ isUp: true });
  });
});

describe('a signed order', () => {
  const lane = { from: base, to: arbitrum };
  const refused = (error: { readonly code: string; readonly message: string }) => [
    error.code,
    error.message,
  ];

  it('is refused while a chain of its lane is down, whether or not that can be read', async () => {
    for (const whenRead of [
      () => undefined,
      (chain: ChainRef) => {
        throw new RelayError('CHAIN_UNREACHABLE', { chain });
      },
    ]) {
      const { reach, down, read } = given(whenRead);
      down.add(arbitrum);

      expect(await assertReachable(reach, lane, signal).catch(refused)).to.deep.equal([
        'CHAIN_UNREACHABLE',
        'eip155:42161 does not answer now',
      ]);
      expect(read).to.deep.equal([arbitrum, arbitrum, arbitrum]);
    }
  });

  it('is refused if a chain that seems down does not respond for a second and a half', async () => {
    const { reach, down } = given(() => new Promise(() => undefined), true);
    down.add(base);

    expect(await assertReachable(reach, lane, signal).catch(refused)).to.deep.equal([
      'CHAIN_UNREACHABLE',
      'eip155:8453 does not answer now',
    ]);
  });

  it('reads no chain while both are up, and one that seems down until it is up', async () => {
    const { reach, down, read } = given((chain) => read.length === 2 && down.delete(chain));
    await assertReachable(reach, lane, signal);
    const whileUp = [...read];
    down.add(base).add(bitcoin);
    await assertReachable(reach, { from: base, to: bitcoin }, signal);

    expect([whileUp, read]).to.deep.equal([[], [base, base]]);
  });
});

function given(whenRead: (chain: ChainRef) => unknown = () => undefined, rings = false) {
  const down = new Set<ChainRef>();
  const read: ChainRef[] = [];
  let asked = 0;
  const quote = { kind: 'indicative', rail: '' } as never; // CAST: nothing here reads a price.
  const rail: RailPort = {
    // CAST: the fields that refusals name.
    manifest: { id: 'aggregators', ways: ['lifi', 'across'] } as unknown as RailPort['manifest'],
    async offers() {
      asked += 1;
      return ['lifi', 'across'].map((engine) => ({ rail: engine, outcome: answer(quote) }));
    },
    plan: async () => refuse('NO_ROUTE', 'a plan was asked for'),
    track: async () => ({ status: 'WAITING', stage: '' }),
    health: async () => ({ isUp: true }),
  };
  const registry: RailRegistry = {
    rails: [rail],
    onLane: () => [rail],
    byId: (id) => (id === 'aggregators' ? rail : undefined),
    sandbox: undefined,
  };
  const reach = {
    custody: {
      chains: [base, arbitrum],
      account: () => evmAddress(`0x${'5e'.repeat(20)}`),
      slotsTaken: async (chain: ChainRef) => {
        read.push(chain);
        await whenRead(chain);
        return 0;
      },
    },
    clock: {
      alarm: () => ({
        rang: rings ? Promise.resolve() : new Promise<void>(() => undefined),
        cancel: () => undefined,
      }),
    },
    chains: { isUp: (chain: ChainRef) => !down.has(chain) },
  };
  const rails = reachableRails(registry, reach);
  return {
    reach,
    read,
    down,
    rails,
    asked: () => asked,
    offers: async (to: ChainRef = arbitrum) => {
      // CAST: the only fields that the rail reads.
      const request = { lane: { from: base, to } } as QuoteRequest;
      const [guarded] = rails.onLane(request.lane);
      const offers: readonly Offer[] = (await guarded?.offers(request, signal)) ?? [];
      return offers.map(({ rail: engine, outcome }) =>
        outcome.ok ? [engine, 'priced', ''] : [engine, outcome.code, outcome.reason],
      );
    },
  };
}
