import { evmAddress, evmChain } from '@interline/kernel';
import type { UnmatchedClosing } from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import type { Route } from '../route.ts';
import { heldBy } from './held-by.ts';
import { releaseCleared } from './release-cleared.ts';
import { expect } from 'chai';

const chain = evmChain(8453);
const token = evmAddress('0x00000000000000000000000000000000000000c0');
const float = evmAddress('0x00000000000000000000000000000000000000f1');
const spender = evmAddress('0x00000000000000000000000000000000000000a1');
const payer = evmAddress('0x00000000000000000000000000000000000000d1');

describe('quarantined routes', () => {
  it('that cannot continue, 500 of them, do not block the 501st', async () => {
    const world = given({ blocked: 500, clear: 1 });

    expect(await releaseCleared(world.ports, new AbortController().signal)).to.equal(1);
    expect(world.released).to.deep.equal(['rt_0500']);
  });

  it('all stay while an unmatched transaction may belong to them, which is read once per sweep', async () => {
    const world = given({ blocked: 501, clear: 0 });

    expect(await releaseCleared(world.ports, new AbortController().signal)).to.equal(0);
    expect(world.released).to.deep.equal([]);
    expect(world.unmatchedReads).to.equal(1);
  });

  it('continue once an operator has closed what held them', async () => {
    const closed = { as: 'explained', by: 'ann', atMs: 9, evidence: null, routeId: null } as const;
    const world = given({ blocked: 2, clear: 0, closed });

    expect(await releaseCleared(world.ports, new AbortController().signal)).to.equal(2);
  });

  it('report the first of them that an unmatched transaction may belong to', async () => {
    const { ports } = given({ blocked: 2, clear: 1 });
    const { reads } = ports.store;
    const [, second] = await reads.transactions.unmatchedTransactions();
    if (second === undefined) throw new Error('the second pull is gone');

    expect((await heldBy(ports, reads, second))?.id).to.equal('rt_0001');
    const stranger = { ...second, permit: { owner: payer, nonce: '77' } };
    expect(await heldBy(ports, reads, stranger)).to.equal(null);
  });

  it('make no request to the chain or for unmatched transactions if there are none', async () => {
    const world = given({ blocked: 0, clear: 0 });

    expect(await releaseCleared(world.ports, new AbortController().signal)).to.equal(0);
    expect([world.unmatchedReads, world.queueReads]).to.deep.equal([0, 0]);
  });
});

/** Routes that were quarantined together; the pulls of the payer's first ones are unmatched. */
function given({
  blocked,
  clear,
  closed = null,
}: {
  readonly blocked: number;
  readonly clear: number;
  readonly closed?: UnmatchedClosing | null;
}) {
  const kept = Array.from({ length: blocked + clear }, (_, at) => quarantined(at));
  const released: string[] = [];
  let unmatchedReads = 0;
  let queueReads = 0;
  const transactions = {
    account: async () => ({ nextSlot: 0, lastMined: -1, lastFinal: -1, stopped: null }),
    transactionsOf: async () => [],
    unmatchedTransactions: async () => {
      unmatchedReads += 1;
      return kept.slice(0, blocked).map(({ permit }) => ({
        kind: 'pull',
        chain,
        account: spender,
        atMs: 2_000,
        moved: [],
        permit: { owner: payer, nonce: String(permit?.nonce) },
        closed,
      }));
    },
  };
  const transfers = {
    routesInStages: async (_: readonly string[], limit: number) => kept.slice(0, limit),
    unsettledRoutes: async (limit: number, afterId = '') =>
      kept.filter(({ id }) => id > afterId).slice(0, limit),
    moveRoute: async ({ id }: Route) => void released.push(id),
  };
  const reads = { transactions, transfers };
  // CAST: the ports that a sweep uses.
  const ports = {
    store: {
      reads,
      run: (_: string, unit: (tx: unknown) => Promise<unknown>) =>
        unit({ ...reads, jobs: { enqueue: async () => undefined } }),
    },
    custody: {
      chains: [chain],
      roles: () => ['spender', 'float'],
      account: (_chain: string, role: string) => (role === 'float' ? float : spender),
      async queue() {
        queueReads += 1;
        return { mined: 0, pending: 0, leastPending: 0 };
      },
    },
    clock: { now: () => 3_000 },
    log: { info: () => undefined },
    former: [],
  } as unknown as TransferPorts;
  return {
    ports,
    released,
    get unmatchedReads() {
      return unmatchedReads;
    },
    get queueReads() {
      return queueReads;
    },
  };
}

function quarantined(at: number): Route {
  const on = { chain, address: token, symbol: 'USDC', decimals: 6 };
  // CAST: the route fields that the sweep reads.
  return {
    id: `rt_${String(at).padStart(4, '0')}`,
    stage: 'QUARANTINED',
    phase: 'pulling',
    spender: null,
    createdAtMs: 1_000,
    order: { lane: { from: chain, to: chain }, from: on, to: on, payer, recipient: payer },
    permit: { chain, owner: payer, token, units: 2_000_000n, nonce: BigInt(at) },
    plan: { pullTo: 'float', steps: [] },
  } as unknown as Route;
}
