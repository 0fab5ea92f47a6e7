import {
  type ChainRef,
  evmChain,
  type LanePattern,
  matchLane,
  nonEvmNodes,
  TokenList,
  type TokenRef,
} from '@interline/kernel';
import type { Clock, Health, RailPort, RailRegistry } from '@interline/ports';
import type { Switch } from '../switches/index.ts';
import { serviceStatus, type ServiceStatusParts } from './service-status.ts';
import { expect } from 'chai';

const base = evmChain(8453);
const arbitrum = evmChain(42161);
const linea = evmChain(59144);
const stellar = nonEvmNodes.find((node) => node.wire === 'stellar')?.chain ?? base;
const solana = nonEvmNodes.find((node) => node.wire === 'solana')?.chain ?? base;

describe('the service status', () => {
  it('is operational when every configured chain, rail and the store are up', async () => {
    const status = serviceStatus(parts());

    const state = await status();

    expect(state.status).to.equal('operational');
    expect(state.routes).to.equal(2);
    expect(state.rails).to.deep.equal([{ name: 'floatlane', isUp: true, reason: null, own: null }]);
    expect(state.atMs).to.equal(1_800_000_000_000);
  });

  it('lists the whole mesh and counts what this deployment cannot reach as not up', async () => {
    const state = await serviceStatus(parts())();

    expect(state.evm).to.have.length(22);
    expect(state.evm.filter((node) => node.isUp)).to.deep.equal([
      { chainId: 8453, name: 'Base', isUp: true },
      { chainId: 42161, name: 'Arbitrum One', isUp: true },
    ]);
    expect(state.nonEvm).to.deep.equal([
      { name: 'stellar', isUp: false },
      { name: 'solana', isUp: false },
      { name: 'bitcoin', isUp: false },
    ]);
  });

  it('counts a chain that is only priced as up while its node answers', async () => {
    const heightOf = async (chain: ChainRef): Promise<number> => {
      if (chain !== solana) throw new Error('silent');
      return 7;
    };
    const state = await serviceStatus(parts({ facts: { reads: () => true, heightOf } }))();

    expect(state.nonEvm).to.deep.equal([
      { name: 'stellar', isUp: false },
      { name: 'solana', isUp: true },
      { name: 'bitcoin', isUp: false },
    ]);
    expect([state.status, state.routes]).to.deep.equal(['operational', 2]);
  });

  it('marks a chain whose node only behaves like one', async () => {
    const chains = [base, arbitrum, stellar];

    const state = await serviceStatus(parts({ chains, simulated: [stellar] }))();

    expect(state.nonEvm).to.deep.equal([
      { name: 'stellar', isUp: true, isSimulated: true },
      { name: 'solana', isUp: false },
      { name: 'bitcoin', isUp: false },
    ]);
  });

  it('is degraded when a rail is down and another still settles', async () => {
    const state = await serviceStatus(
      parts({ rails: [rail('floatlane'), rail('lifi', { isUp: false })] }),
    )();

    expect(state.status).to.equal('degraded');
    expect(state.routes).to.equal(2);
    expect(state.rails).to.deep.equal([
      { name: 'floatlane', isUp: true, reason: null, own: null },
      { name: 'lifi', isUp: false, reason: null, own: null },
    ]);
  });

  it('was operational while an engine had no requests left, since its rail was up: it shows why it is not asked', async () => {
    const usedUp = {
      state: 'used-up',
      reason: 'the request limit of lifi is used up for 7199 s',
      requestsLeft: 0,
    } as const;
    const open = { state: 'open', requestsLeft: 48 } as const;
    const engines = rail('aggregators', {
      ways: ['lifi', 'across'],
      health: async () => ({
        isUp: true,
        reason: 'not asked now: lifi',
        ways: { lifi: usedUp, across: open },
      }),
    });

    const state = await serviceStatus(parts({ rails: [engines] }))();

    expect(state.rails).to.deep.equal([
      { name: 'lifi', isUp: false, reason: usedUp.reason, own: usedUp },
      { name: 'across', isUp: true, reason: null, own: open },
    ]);
    expect([state.status, state.routes, state.reasons]).to.deep.equal([
      'degraded',
      2,
      ['engine lifi: the request limit of lifi is used up for 7199 s'],
    ]);
  });

  it('is degraded while a chain shows less on an account of ours than the books', async () => {
    expect((await serviceStatus(parts({ deficits: 1 }))()).status).to.equal('degraded');
    expect((await serviceStatus(parts({ deficits: 0 }))()).status).to.equal('operational');
  });

  it('is degraded while a log has lost leaves, and says which to the operator', async () => {
    const state = await serviceStatus({ ...parts(), lostLogs: async () => ['lane-keys'] })();

    expect(state.status).to.equal('degraded');
    expect(state.reasons).to.deep.equal([
      'the log lane-keys has lost leaves that its witnesses remember (interline desk)',
    ]);
  });

  it('is degraded while routes end without receipts, and says why to the operator', async () => {
    const receiptAlarms = async () => ['the key that signs receipts does not open'];
    const state = await serviceStatus({ ...parts(), receiptAlarms })();

    expect([state.status, state.reasons]).to.deep.equal([
      'degraded',
      ['the key that signs receipts does not open'],
    ]);
  });

  it('is degraded while its clock is ahead of what any chain confirms, with that reason for the operator', async () => {
    const clockAheadMs = async (): Promise<number> => 400 * 86_400_000;
    const state = await serviceStatus({ ...parts(), clockAheadMs })();

    expect([state.status, state.reasons]).to.deep.equal([
      'degraded',
      [
        'the clock is 9600 h ahead of what any chain confirms: nothing that is due is destroyed, drawn or forgotten',
      ],
    ]);
  });

  it('is degraded with all its lanes if a chain has something for a person to see to', async () => {
    const lost = async () => ['bitcoin node 0 cannot load its wallet interline-deposits-1'];
    const state = await serviceStatus({ ...parts(), chainWarnings: lost })();

    expect([state.status, state.routes, state.reasons]).to.deep.equal([
      'degraded',
      2,
      ['bitcoin node 0 cannot load its wallet interline-deposits-1'],
    ]);
  });

  it('is degraded while float or gas is outside the bounds of the config', async () => {
    const low = await serviceStatus(parts({ floatAlarms: ['USDC on 8453 is below'] }))();

    expect([low.status, low.routes, low.reasons]).to.deep.equal([
      'degraded',
      2,
      ['USDC on 8453 is below'],
    ]);
  });

  it('is degraded for the lanes of a chain with a stopped account, with that reason for the operator', async () => {
    const chains = [base, arbitrum, linea];

    const one = await serviceStatus(parts({ chains, stopped: [linea] }))();
    const all = await serviceStatus(parts({ stopped: [base, arbitrum] }))();

    expect([one.status, one.routes, one.reasons]).to.deep.equal([
      'degraded',
      2,
      ['an account on 59144 is stopped (interline desk)'],
    ]);
    expect([all.status, all.routes]).to.deep.equal(['down', 0]);
  });

  it('shows the operator why it is down, and why a rail is', async () => {
    const asleep = { health: async () => ({ isUp: false, reason: 'every float is empty' }) };
    const drain = { reason: 'sale', by: 'alice', sinceMs: 7 } as const;

    const down = await serviceStatus(
      parts({
        rails: [rail('floatlane', asleep)],
        switches: [{ ...drain, scope: 'service', state: 'draining' }],
      }),
    )();

    expect([down.status, down.reasons]).to.deep.equal([
      'down',
      [
        'service is draining by the order of alice (interline switches)',
        'rail floatlane: every float is empty',
      ],
    ]);
  });

  it('is degraded when one of three chains is down, and counts the lanes that are left', async () => {
    const state = await serviceStatus(
      parts({ chains: [base, arbitrum, linea], up: [base, arbitrum] }),
    )();

    expect(state.status).to.equal('degraded');
    expect(state.routes).to.equal(2);
  });

  it('shows what is paused or drained, without the reason, and counts the lanes that are left', async () => {
    const set = { reason: 'its nodes lie', by: 'alice', sinceMs: 7 };
    const open = { chains: [base, arbitrum, linea] };
    const chainPaused = await serviceStatus(
      parts({ ...open, switches: [{ ...set, scope: 'chain:59144', state: 'paused' }] }),
    )();
    const laneDrained = await serviceStatus(
      parts({ ...open, switches: [{ ...set, scope: 'lane:8453-42161', state: 'draining' }] }),
    )();
    const railPaused = await serviceStatus(
      parts({ ...open, switches: [{ ...set, scope: 'rail:floatlane', state: 'paused' }] }),
    )();

    expect(chainPaused.switches).to.deep.equal([
      { scope: 'chain:59144', state: 'paused', sinceMs: 7 },
    ]);
    expect(
      [chainPaused, laneDrained, railPaused].map((one) => [one.status, one.routes]),
    ).to.deep.equal([
      ['degraded', 2],
      ['degraded', 5],
      ['down', 0],
    ]);
    expect(railPaused.rails).to.deep.equal([
      { name: 'floatlane', isUp: true, reason: null, own: null },
    ]);
  });

  it('is down when no lane is left', async () => {
    const state = await serviceStatus(parts({ up: [base] }))();

    expect(state.status).to.equal('down');
    expect(state.routes).to.equal(0);
  });

  it('reads each chain itself, since no other caller may have done so for a while', async () => {
    const read: ChainRef[] = [];
    const reader = {
      call: async () => null,
      gasCost: async (chain: ChainRef) => {
        read.push(chain);
        return 0n;
      },
      isUp: (chain: ChainRef) => read.includes(chain),
    };

    const state = await serviceStatus({ ...parts(), reader })();

    expect(state.status).to.equal('operational');
    expect(read).to.deep.equal([base, arbitrum]);
  });

  it('does not count a chain whose node is silent, until it answers', async () => {
    const clock = new HandClock();
    const silent = Promise.withResolvers<bigint>();
    const status = serviceStatus({
      ...parts({ chains: [base, arbitrum, linea], clock }),
      reader: {
        call: async () => null,
        gasCost: async (chain) => (chain === linea ? silent.promise : 0n),
        isUp: () => true,
      },
    });
    const first = status();
    await everythingElse();
    clock.ringAll(3_000);

    const during = await first;
    silent.resolve(0n);
    await everythingElse();
    const after = await status();

    expect([
      during.status,
      during.routes,
      during.evm.filter((node) => node.isUp).map((node) => node.chainId),
    ]).to.deep.equal(['degraded', 2, [8453, 42161]]);
    expect([
      after.status,
      after.routes,
      after.evm.filter((node) => node.isUp).map((node) => node.chainId),
    ]).to.deep.equal(['operational', 6, [8453, 42161, 59144]]);
  });

  it('is down when the store is down, for nothing can be recorded', async () => {
    const state = await serviceStatus(parts({ isStoreUp: false }))();

    expect(state.status).to.equal('down');
    expect(state.routes).to.equal(0);
  });

  it('was operational on a full disk, since a row could be read: it is down as soon as the store takes no writes', async () => {
    let takesWrites = true;
    const status = serviceStatus(parts({ store: { isUp: () => takesWrites } }));

    const before = await status();
    takesWrites = false;
    const after = await status();

    expect([before.status, after.status, after.routes]).to.deep.equal(['operational', 'down', 0]);
  });

  it('counts no lane that is only priced, simulated, quote-only in the mesh, or without a token a permit can pull', async () => {
    const anywhere: readonly LanePattern[] = [{ from: '*', to: '*', settles: 'firm' }];
    const priced = rail('priced', {
      lanes: [{ from: '*', to: '*', settles: 'indicative', reason: 'prices only' }],
    });
    const simulated = rail('sandbox', { lanes: anywhere, effects: 'simulated' });
    const count = async (change: Change): Promise<number | null> =>
      (await serviceStatus(parts(change))()).routes;

    expect(await count({ rails: [priced] })).to.equal(0);
    expect(await count({ rails: [simulated] })).to.equal(0);
    expect(
      await count({
        rails: [rail('all', { lanes: anywhere })],
        chains: [base, solana, stellar],
        tokens: [usdc(base), coin(solana), coin(stellar)],
      }),
    ).to.equal(1);
    expect(
      await count({
        rails: [rail('all', { lanes: anywhere })],
        tokens: [usdc(base), coin(arbitrum)],
      }),
    ).to.equal(1);
    expect(
      await count({
        rails: [rail('all', { lanes: anywhere })],
        tokens: [coin(base), coin(arbitrum)],
      }),
    ).to.equal(0);
  });

  it('takes a rail whose health throws, or never answers, for down', async () => {
    const throwing = rail('throwing', {
      health: async () => {
        throw new Error('no');
      },
    });
    const hanging = rail('hanging', { health: async () => new Promise(() => undefined) });
    const clock = new HandClock();
    const status = serviceStatus(parts({ rails: [throwing, hanging], clock }));

    const asked = status();
    await everythingElse();
    clock.ringAll(3_000);
    const state = await asked;

    expect(state.status).to.equal('down');
    expect(state.rails).to.deep.equal([
      { name: 'throwing', isUp: false, reason: 'asking it for its health failed', own: null },
      { name: 'hanging', isUp: false, reason: 'it said nothing for 3 s', own: null },
    ]);
  });

  it('is unknown, with null routes, while the first probe takes longer than a caller waits', async () => {
    const clock = new HandClock();
    const slow = rail('slow', { health: async () => new Promise(() => undefined) });
    const status = serviceStatus(parts({ rails: [slow], clock }));

    const asked = status();
    clock.ringAll(1_000);
    const state = await asked;

    expect(state.status).to.equal('unknown');
    expect(state.routes).to.equal(null);
  });

  it('probes once for fifty callers, and again only after 30 seconds', async () => {
    let probes = 0;
    const clock = new HandClock();
    const counted = rail('counted', {
      health: async () => {
        probes += 1;
        return { isUp: true };
      },
    });
    const status = serviceStatus(parts({ rails: [counted], clock }));

    await Promise.all(Array.from({ length: 50 }, async () => status()));
    clock.nowMs = 29_999;
    await status();
    expect(probes).to.equal(1);

    clock.nowMs = 30_000;
    await status();
    expect(probes).to.equal(2);
  });
});

interface Change {
  readonly rails?: readonly RailPort[];
  readonly chains?: readonly ChainRef[];
  readonly up?: readonly ChainRef[];
  readonly tokens?: readonly TokenRef[];
  readonly isStoreUp?: boolean;
  readonly deficits?: number;
  readonly floatAlarms?: readonly string[];
  readonly stopped?: readonly ChainRef[];
  readonly store?: ServiceStatusParts['store'];
  readonly facts?: ServiceStatusParts['facts'];
  readonly clock?: Clock;
  readonly switches?: readonly Switch[];
  readonly simulated?: readonly ChainRef[];
}

function parts({
  rails = [rail('floatlane')],
  chains = [base, arbitrum],
  up = chains,
  tokens = chains.map(usdc),
  isStoreUp = true,
  deficits = 0,
  floatAlarms = [],
  stopped = [],
  store = { isUp: () => true },
  facts = { reads: () => false, heightOf: async () => 0 },
  clock = new HandClock(),
  switches = [],
  simulated = [],
}: Change = {}): ServiceStatusParts {
  return {
    registry: registryOf(rails),
    reader: {
      call: async () => null,
      gasCost: async () => 0n,
      isUp: (chain) => up.includes(chain),
    },
    facts,
    reads: {
      transfers: {
        route: async () => {
          if (!isStoreUp) throw new Error('gone');
          return null;
        },
      },
      books: { deficits: async () => Array.from({ length: deficits }) },
    },
    store,
    tokens: new TokenList(tokens),
    clock,
    switches: async () => switches,
    floatAlarms: async () => floatAlarms,
    chainWarnings: async () => [],
    clockAheadMs: async () => 0,
    lostLogs: async () => [],
    receiptAlarms: async () => [],
    stoppedChains: async () => stopped,
    chains,
    simulated,
    lifetime: new AbortController().signal,
  };
}

function registryOf(rails: readonly RailPort[]): RailRegistry {
  return {
    rails,
    onLane: (lane) =>
      rails.filter(
        (one) => one.manifest.effects === 'real' && matchLane(one.manifest.lanes, lane) !== null,
      ),
    byId: (id) => rails.find((one) => one.manifest.id === id),
    sandbox: undefined,
  };
}

function rail(
  id: string,
  change: Partial<Pick<RailPort['manifest'], 'lanes' | 'effects' | 'ways'>> & {
    readonly isUp?: boolean;
    readonly health?: () => Promise<Health>;
  } = {},
): RailPort {
  const {
    lanes = [{ from: 'eip155:*', to: 'eip155:*', settles: 'firm' as const }],
    effects = 'real',
    ways = [id],
    isUp = true,
    health = async () => ({ isUp }),
  } = change;
  return {
    manifest: {
      id,
      api: '1.0.0',
      version: '1.0.0',
      title: id,
      ways,
      lanes,
      broadcast: 'by-default',
      minOut: 'enforced',
      effects,
      capabilities: [],
    },
    offers: async () => [],
    plan: async () => ({ ok: false, code: 'NO_ROUTE', reason: 'a double plans nothing' }),
    track: async () => ({ status: 'WAITING', stage: '' }),
    health,
  };
}

function usdc(chain: ChainRef): TokenRef {
  return {
    chain,
    address: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
    symbol: 'USDC',
    decimals: 6,
    asset: 'USD',
  };
}

function coin(chain: ChainRef): TokenRef {
  return { chain, address: 'native', symbol: 'COIN', decimals: 18, asset: 'COIN' };
}

/** What waits for nothing but promises has happened by then. */
async function everythingElse(): Promise<void> {
  for (let turns = 0; turns < 50; turns += 1) await Promise.resolve();
}

/** A clock whose alarms ring only by hand. */
class HandClock implements Clock {
  nowMs = 0;
  readonly #alarms: { readonly ms: number; readonly ring: () => void }[] = [];

  now(): number {
    return 1_800_000_000_000 + this.nowMs;
  }
  monotonic(): number {
    return this.nowMs;
  }
  async sleep(): Promise<void> {
    return new Promise(() => undefined);
  }
  alarm(ms: number): { rang: Promise<void>; cancel: () => void } {
    return {
      rang: new Promise((resolve) => {
        this.#alarms.push({ ms, ring: resolve });
      }),
      cancel: () => undefined,
    };
  }

  ringAll(ms: number): void {
    queueMicrotask(() => {
      for (const alarm of this.#alarms.filter((one) => one.ms === ms)) alarm.ring();
    });
  }
}
