import { answer, asAmount, evmChain, refuse, type TokenRef } from '@interline/kernel';
import type { RailPort, RailRegistry } from '@interline/ports';
import { expect } from 'chai';
import { recentSwitches } from './recent-switches.ts';
import type { Switch, SwitchState } from './repository.ts';
import { closedEngines, switchedRails } from './switched-rails.ts';

const base = evmChain(8453);
const arbitrum = evmChain(42161);
const { signal } = new AbortController();

describe('the rails that new transfers see', () => {
  it('name the scope for a paused engine, and go on with the others of its package', async () => {
    const { offers, asked } = given([switchOn('engine:lifi', 'paused')]);

    expect(await offers()).to.deep.equal([
      ['lifi', 'PAUSED', 'engine:lifi is paused by the operator'],
      ['across', 'priced', ''],
    ]);
    expect(asked).to.deep.equal(['aggregators']);
  });

  for (const scope of [
    'service',
    'chain:8453',
    'chain:42161',
    'lane:8453-42161',
    'token:8453/0xaa',
    'token:42161/0xbb',
    'rail:aggregators',
  ]) {
    it(`are not asked while ${scope} is drained`, async () => {
      const { offers, asked } = given([switchOn(scope, 'draining')]);
      const says = `${scope} is being drained by the operator and accepts nothing new`;

      expect(await offers()).to.deep.equal([
        ['lifi', 'PAUSED', says],
        ['across', 'PAUSED', says],
      ]);
      expect(asked).to.deep.equal([]);
    });
  }

  it('are as they are while something else is paused', async () => {
    const { offers } = given([
      switchOn('chain:10', 'paused'),
      switchOn('lane:42161-8453', 'paused'),
      switchOn('token:8453/0xbb', 'paused'),
      switchOn('rail:floatlane', 'paused'),
    ]);

    expect(await offers()).to.deep.equal([
      ['lifi', 'priced', ''],
      ['across', 'priced', ''],
    ]);
  });

  it('plan for a route under way whatever is paused', async () => {
    const { rails } = given([switchOn('service', 'paused')]);

    expect(await rails.byId('aggregators')?.plan({} as never, {} as never, signal)).to.deep.equal(
      refuse('NO_ROUTE', 'a plan was asked for'),
    );
  });

  it('do not hand a transfer over to an engine that is closed, whichever lane it is on', () => {
    const { registry } = given([]);

    expect(closedEngines(registry, [switchOn('engine:across', 'draining')])).to.deep.equal([
      'across',
    ]);
    expect(closedEngines(registry, [switchOn('rail:aggregators', 'paused')])).to.deep.equal([
      'lifi',
      'across',
    ]);
    expect(closedEngines(registry, [switchOn('chain:8453', 'paused')])).to.deep.equal([]);
  });
});

describe('the switches that a price is shown by', () => {
  it('are read once a second for all callers, and the last ones while the store is silent', async () => {
    const clock = { nowMs: 0, monotonic: () => clock.nowMs };
    const paused = [switchOn('service', 'paused')];
    const answers: (() => Promise<readonly Switch[]>)[] = [
      async () => paused,
      () => Promise.reject(new Error('the store is gone')),
      async () => [],
    ];
    let reads = 0;
    const recent = recentSwitches({
      store: {
        reads: { switches: { switches: () => (answers[reads++] ?? (async () => []))() } },
      },
      clock,
    });

    const first = await Promise.all([recent.read(), recent.read()]);
    clock.nowMs = 999;
    const kept = await recent.read();
    clock.nowMs = 1_000;
    const silent = await recent.read();
    clock.nowMs = 1_001;
    recent.forget();
    const again = await recent.read();

    expect([...first, kept, silent]).to.deep.equal([paused, paused, paused, paused]);
    expect(again).to.deep.equal([]);
    expect(reads).to.equal(3);
  });
});

function switchOn(scope: string, state: SwitchState): Switch {
  return { scope, state, reason: 'because', by: 'alice', sinceMs: 1 };
}

function given(switches: readonly Switch[]) {
  const asked: string[] = [];
  const quote = { kind: 'indicative', rail: '' } as never; // CAST: nothing here reads a price.
  const rail: RailPort = {
    // CAST: what switches look at.
    manifest: { id: 'aggregators', ways: ['lifi', 'across'] } as unknown as RailPort['manifest'],
    async offers() {
      asked.push('aggregators');
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
  const rails = switchedRails(registry, async () => switches);
  return {
    asked,
    registry,
    rails,
    offers: async () => {
      const request = {
        lane: { from: base, to: arbitrum },
        from: token(base, '0xaa'),
        to: token(arbitrum, '0xbb'),
        amount: asAmount(1n),
      };
      // CAST: the fields of a request that switches look at.
      const offers = await rails.onLane(request.lane)[0]?.offers(request as never, signal);
      return offers?.map(({ rail: engine, outcome }) =>
        outcome.ok ? [engine, 'priced', ''] : [engine, outcome.code, outcome.reason],
      );
    },
  };
}

function token(chain: TokenRef['chain'], address: string): TokenRef {
  return { chain, address, symbol: 'USDC', decimals: 6, asset: 'USD' };
}
