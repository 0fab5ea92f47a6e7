import { asAmount, asUnits, evmAddress, evmChain, type Hex, type Route, type RouteChange } from '@interline/domain';
import type { Arrival, JournalWriter } from '@interline/ports';
import { expect } from 'chai';
import type { MoneyPorts } from '../money/money-ports.ts';
import { settleGivenBack } from './settle-given-back.ts';

const token = evmAddress(`0x70${'0'.repeat(38)}`);
const spender = evmAddress(`0x5e${'0'.repeat(38)}`);
const payer = evmAddress(`0xaa${'0'.repeat(38)}`);
const refundTx: Hex = `0x${'4e'.repeat(32)}`;
const startMs = 1_763_600_000_000;
const { signal } = new AbortController();

describe('money an upstream gave back', () => {
  it('is each route\'s own where one transaction gives back several\'s, to the unit', async () => {
    const arrivals = [arrival(0, 200_000n), arrival(1, 99_900n)];
    const house = bench({ [spender]: arrivals });

    await settleGivenBack(house.ports, route('rt_small', 100_000n), progress, signal);
    await settleGivenBack(house.ports, route('rt_large', 200_100n), progress, signal);

    expect(house.moves).to.deep.equal([['rt_small', { owed: 100_000n }], ['rt_large', { owed: 200_100n }]]);
  });

  it('is never what came to the payer before the route began', async () => {
    const house = bench({ [payer]: [{ ...arrival(0, 99_900n), timestampSec: startMs / 1_000 - 3_600 }] });

    const turn = await settleGivenBack(house.ports, route('rt_1', 100_000n), progress, signal);

    expect([turn, house.moves]).to.deep.equal([null, []]);
  });

  it('is one route\'s only', async () => {
    const house = bench({ [spender]: [arrival(0, 99_900n)] });

    await settleGivenBack(house.ports, route('rt_1', 100_000n), progress, signal);
    const second = await settleGivenBack(house.ports, route('rt_2', 100_000n), progress, signal);

    expect(second).to.equal(null);
    expect(house.moves).to.deep.equal([['rt_1', { owed: 100_000n }]]);
  });
});

const progress = { status: 'FAILED', stage: 'REFUNDED', refundTx } as const;

function arrival(logIndex: number, units: bigint): Arrival {
  return { hash: refundTx, token, from: evmAddress(`0xee${'0'.repeat(38)}`), units, logIndex, timestampSec: startMs / 1_000 + 60 };
}

/** The upstream got the amount less 100 units, our charge. */
function route(id: string, amount: bigint): Route {
  const chain = evmChain(8453);
  return {
    id, rail: 'lifi', credited: asUnits(amount), createdAtMs: startMs, plan: { fee: asUnits(100n), steps: [] },
    order: { lane: { from: chain, to: evmChain(42161) }, from: { chain, address: token }, amount: asAmount(amount), payer },
  } as unknown as Route; // CAST: what the refund of a route depends on.
}

/** What the named transaction brought whom, and how routes were moved by it. */
function bench(brought: Readonly<Record<string, readonly Arrival[]>>) {
  const moves: (readonly [string, RouteChange])[] = [];
  const credited = new Map<number, string>();
  const tx: Partial<JournalWriter> = {
    async creditDelivery(_chain, _hash, logIndex, routeId) {
      if (!credited.has(logIndex)) credited.set(logIndex, routeId);
      return credited.get(logIndex) === routeId;
    },
    async moveRoute(moved, { owed }) {
      moves.push([moved.id, { ...owed === undefined ? {} : { owed } }]);
      return moved;
    },
  };
  const ports = {
    custody: { account: () => spender, arrivals: async (_chain: string, _hash: Hex, { to }: { readonly to: string }) => brought[to] ?? [] },
    work: { run: (_name: string, unit: (writer: Partial<JournalWriter>) => Promise<unknown>) => unit(tx) },
    clock: { now: () => startMs }, log: { info: () => undefined },
  };
  return { ports: ports as unknown as MoneyPorts, moves }; // CAST: the parts that a refund works with.
}
