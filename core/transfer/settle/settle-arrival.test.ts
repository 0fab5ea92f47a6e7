import { asAmount, asUnits, evmAddress, evmChain, type Hex } from '@interline/kernel';
import type { Arrival } from '@interline/ports';
import type { TransferPorts } from '../ports.ts';
import type { Route, RouteChange } from '../route.ts';
import { settleArrival } from './settle-arrival.ts';
import { expect } from 'chai';

const token = evmAddress(`0x70${'0'.repeat(38)}`);
const recipient = evmAddress(`0xbb${'0'.repeat(38)}`);
const destTx: Hex = `0x${'f1'.repeat(32)}`;
const startMs = 1_763_600_000_000;
const { signal } = new AbortController();

describe('a transaction that brings a recipient what two routes owe', () => {
  it('ends both of them, each with its own', async () => {
    const house = bench([arrival(0, 201_000n), arrival(1, 100_500n)]);

    await settleArrival(house.ports, route('rt_small', 100_000n), destTx, signal);
    await settleArrival(house.ports, route('rt_large', 200_000n), destTx, signal);

    expect(house.ends).to.deep.equal([
      ['rt_small', 'DONE', 100_500n],
      ['rt_large', 'DONE', 201_000n],
    ]);
  });

  it('gives each its own if no minimum was agreed', async () => {
    const house = bench([arrival(0, 201_000n), arrival(1, 100_500n)]);

    await settleArrival(
      house.ports,
      { ...route('rt_large', 200_000n), order: { ...route('rt_large', 0n).order } },
      destTx,
      signal,
    );
    await settleArrival(
      house.ports,
      { ...route('rt_small', 100_000n), order: { ...route('rt_small', 0n).order } },
      destTx,
      signal,
    );

    expect(house.ends).to.deep.equal([
      ['rt_large', 'DONE', 201_000n],
      ['rt_small', 'DONE', 100_500n],
    ]);
  });

  it('does not end a route by a balance that grew by too little: the recipient may have passed coin on', async () => {
    const house = bench([arrival(-1, 99_999n)]);

    expect(await settleArrival(house.ports, route('rt_1', 100_000n), destTx, signal)).to.equal(
      null,
    );
    expect(house.ends).to.deep.equal([]);
  });

  it('ends one of them with everything that came, if only the sum is enough', async () => {
    const house = bench([arrival(0, 60_000n), arrival(1, 50_000n)]);

    await settleArrival(house.ports, route('rt_1', 100_000n), destTx, signal);

    expect(house.ends).to.deep.equal([['rt_1', 'DONE', 110_000n]]);
  });

  it('is seen by a service whose clock was ten minutes ahead when the route began', async () => {
    const late = route('rt_1', 100_000n);
    const ahead = { ...late, createdAtMs: startMs + 600_000 };
    const [blind, seeing] = [bench([arrival(0, 100_000n)]), bench([arrival(0, 100_000n)])];

    await settleArrival(blind.ports, ahead, destTx, signal);
    const order = { ...late.order, acceptedAtSec: startMs / 1_000 };
    await settleArrival(seeing.ports, { ...ahead, order }, destTx, signal);

    expect([blind.ends, seeing.ends]).to.deep.equal([[], [['rt_1', 'DONE', 100_000n]]]);
  });
});

function arrival(logIndex: number, units: bigint): Arrival {
  return {
    hash: destTx,
    token,
    from: evmAddress(`0xee${'0'.repeat(38)}`),
    units,
    logIndex,
    block: 90,
    timestampSec: startMs / 1_000 + 60,
  };
}

function route(id: string, minOutput: bigint): Route {
  const [from, to] = [evmChain(8453), evmChain(42161)];
  return {
    id,
    status: 'BRIDGING',
    rail: 'lifi',
    srcTx: null,
    createdAtMs: startMs,
    plan: { steps: [], output: asUnits(minOutput) },
    order: {
      lane: { from, to },
      from: { chain: from, address: token, symbol: 'USDC', decimals: 6 },
      to: { chain: to, address: token, symbol: 'USDC', decimals: 6 },
      recipient,
      minOutput: asUnits(minOutput),
      amount: asAmount(1_000_000n),
    },
  } as unknown as Route; // CAST: what the end of a route depends on.
}

function bench(arrivals: readonly Arrival[]) {
  const ends: unknown[] = [];
  const credited = new Map<number, string>();
  const tx = {
    books: { entriesOf: async () => [], post: async () => true },
    transfers: {
      async creditArrival(_chain: string, _hash: string, logIndex: number, routeId: string) {
        if (!credited.has(logIndex)) credited.set(logIndex, routeId);
        return credited.get(logIndex) === routeId;
      },
      async moveRoute(moved: Route, change: RouteChange) {
        ends.push([moved.id, change.status, change.delivered]);
        return { ...moved, ...change };
      },
      recordEvent: async () => null,
      putTransferRecord: async () => undefined,
    },
    transactions: { reservationsOf: async () => [], releaseReservation: async () => undefined },
  };
  const ports = {
    custody: { chains: [evmChain(42161)], arrivals: async () => arrivals },
    store: {
      run: (_name: string, unit: (writer: typeof tx) => Promise<unknown>) => unit(tx),
    },
    clock: { now: () => startMs },
  };
  // CAST: the ports that an arrival uses.
  return { ports: ports as unknown as TransferPorts, ends };
}
