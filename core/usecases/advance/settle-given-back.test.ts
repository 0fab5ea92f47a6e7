import { asAmount, asUnits, evmAddress, evmChain, type Hex, type Route, type RouteChange } from '@interline/domain';
import type { Arrival, JournalWriter } from '@interline/ports';
import { expect } from 'chai';
import fc from 'fast-check';
import type { MoneyPorts } from '../money/money-ports.ts';
import { settleGivenBack } from './settle-given-back.ts';

const token = evmAddress(`0x70${'0'.repeat(38)}`);
const spender = evmAddress(`0x5e${'0'.repeat(38)}`);
const payer = evmAddress(`0xaa${'0'.repeat(38)}`);
const refundTx: Hex = `0x${'4e'.repeat(32)}`;
const laterTx: Hex = `0x${'5f'.repeat(32)}`;
const startMs = 1_763_600_000_000;
const { signal } = new AbortController();

describe('money an upstream gave back', () => {
  it('is each route\'s own where one transaction gives back several\'s, to the unit', async () => {
    const house = bench({ [refundTx]: { [spender]: [arrival(0, 200_000n), arrival(1, 99_900n)] } }, [route('rt_small', 100_000n), route('rt_large', 200_100n)]);

    await house.look('rt_small', refundTx);
    await house.look('rt_large', refundTx);

    expect(house.ends()).to.deep.equal([['rt_small', 'refunding', 'REFUNDING', 100_000n], ['rt_large', 'refunding', 'REFUNDING', 200_100n]]);
  });

  it('is never what came to the payer before the route began', async () => {
    const house = bench({ [refundTx]: { [payer]: [{ ...arrival(0, 99_900n), timestampSec: startMs / 1_000 - 3_600 }] } });

    expect(await house.look('rt_1', refundTx)).to.equal(null);
    expect(house.ends()).to.deep.equal([['rt_1', 'running', 'IN_FLIGHT', null]]);
  });

  it('is one route\'s only', async () => {
    const house = bench({ [refundTx]: { [spender]: [arrival(0, 99_900n)] } }, [route('rt_1', 100_000n), route('rt_2', 100_000n)]);

    await house.look('rt_1', refundTx);
    const second = await house.look('rt_2', refundTx);

    expect(second).to.equal(null);
    expect(house.ends()).to.deep.equal([['rt_1', 'refunding', 'REFUNDING', 100_000n], ['rt_2', 'running', 'IN_FLIGHT', null]]);
  });

  it('closes nothing with one unit of 99,900: the route waits for the rest, in the list an operator sees', async () => {
    const house = bench({ [refundTx]: { [payer]: [arrival(0, 1n)] } });

    const turn = await house.look('rt_1', refundTx);

    expect(turn?.kind).to.equal('moved');
    expect(house.ends()).to.deep.equal([['rt_1', 'running', 'VERIFYING', null]]);
    expect(house.route('rt_1').givenBack).to.deep.equal({ tx: refundTx, units: 1n, parts: [{ tx: refundTx, logIndex: 0, units: 1n, isToPayer: true }] });
    expect(house.said).to.deep.equal(['given-back-in-part']);
  });

  it('closes nothing one unit short, and all with the last one', async () => {
    const house = bench({ [refundTx]: { [spender]: [arrival(0, 99_899n)] }, [laterTx]: { [spender]: [arrival(0, 1n)] } });

    await house.look('rt_1', refundTx);
    const before = house.ends();
    await house.look('rt_1', laterTx);

    expect([before, house.ends()]).to.deep.equal([[['rt_1', 'running', 'VERIFYING', null]], [['rt_1', 'refunding', 'REFUNDING', 100_000n]]]);
  });

  it('is all of it in two transfers of one transaction', async () => {
    const house = bench({ [refundTx]: { [spender]: [arrival(0, 50_000n), arrival(1, 49_900n)] } });

    await house.look('rt_1', refundTx);

    expect(house.ends()).to.deep.equal([['rt_1', 'refunding', 'REFUNDING', 100_000n]]);
  });

  it('is forwarded but for what the payer has already', async () => {
    const house = bench({ [refundTx]: { [payer]: [arrival(0, 60_000n)], [spender]: [arrival(1, 39_900n)] } });

    await house.look('rt_1', refundTx);

    expect(house.ends()).to.deep.equal([['rt_1', 'refunding', 'REFUNDING', 40_000n]]);
    expect(house.route('rt_1').givenBack).to.deep.include({ tx: refundTx, units: 60_000n });
  });

  it('is told from another route\'s beside it where it came in parts', async () => {
    const arrivals = [arrival(0, 70_000n), arrival(1, 60_000n), arrival(2, 39_900n)];
    const house = bench({ [refundTx]: { [spender]: arrivals } }, [route('rt_split', 100_000n), route('rt_whole', 70_100n)]);

    await house.look('rt_split', refundTx);
    await house.look('rt_whole', refundTx);

    expect(house.ends()).to.deep.equal([['rt_split', 'refunding', 'REFUNDING', 100_000n], ['rt_whole', 'refunding', 'REFUNDING', 70_100n]]);
  });

  it('is not one transfer to us of more than was handed over: it may be what several routes are owed', async () => {
    const house = bench({ [refundTx]: { [spender]: [arrival(0, 99_901n)] } });

    expect(await house.look('rt_1', refundTx)).to.equal(null);
    expect(house.ends()).to.deep.equal([['rt_1', 'running', 'IN_FLIGHT', null]]);
  });

  it('is over with one transfer to the payer of more than that', async () => {
    const house = bench({ [refundTx]: { [payer]: [arrival(0, 99_901n)] } });

    await house.look('rt_1', refundTx);

    expect(house.ends()).to.deep.equal([['rt_1', 'refunding', 'REFUNDING', 100n]]);
  });

  it('counts once, however the upstream spells its transaction', async () => {
    const shouted: Hex = `0x${refundTx.slice(2).toUpperCase()}`;
    const half = { [spender]: [arrival(0, 49_950n)] };
    const house = bench({ [refundTx]: half, [shouted]: half });

    await house.look('rt_1', refundTx);
    expect(await house.look('rt_1', shouted)).to.equal(null);

    expect(house.ends()).to.deep.equal([['rt_1', 'running', 'VERIFYING', null]]);
  });

  it('is owed to the unit once all of it came, whatever its parts, their order and how often each is named', async () => {
    await fc.assert(fc.asyncProperty(anySplit, async ({ parts, looks }) => {
      const txs = [...new Set(parts.map((one) => one.tx))];
      const house = bench(broughtBy(parts));
      const sum = (some: readonly Part[]): bigint => some.reduce((total, one) => total + one.units, 0n);

      const named = new Set<number>();
      for (const look of [...looks, ...txs]) {
        if (!txs.includes(look)) continue;
        const isOver = house.route('rt_1').phase !== 'running';
        if (!isOver) await house.look('rt_1', hashOf(look));
        named.add(look);
        const shown = parts.filter((one) => named.has(one.tx));
        const isWhole = named.size === txs.length;
        const owed = isWhole ? 100n + sum(shown.filter((one) => !one.isToPayer)) : null;
        expect(house.ends()).to.deep.equal([['rt_1', isWhole ? 'refunding' : 'running', isWhole ? 'REFUNDING' : 'VERIFYING', owed]]);
        expect(house.route('rt_1').givenBack?.units).to.equal(sum(shown.filter((one) => one.isToPayer)));
      }
    }), { numRuns: 300 });
  });

  it('pays no route more than came for it, nor ends one that is short, whatever several share', async () => {
    await fc.assert(fc.asyncProperty(anyShared, async ({ parts, looks }) => {
      const house = bench(broughtBy(parts), [route('rt_1', 100_000n), route('rt_2', 50_100n)]);

      for (const { id, tx } of looks) if (house.route(id).phase === 'running') await house.look(id, hashOf(tx));

      const counted = ['rt_1', 'rt_2'].flatMap((id) => house.route(id).givenBack?.parts ?? []);
      expect(new Set(counted.map((one) => `${one.tx}/${one.logIndex}`)).size).to.equal(counted.length);
      for (const [id, handed] of [['rt_1', 99_900n], ['rt_2', 50_000n]] as const) {
        const { phase, owed, givenBack } = house.route(id);
        const toUs = (givenBack?.parts ?? []).filter((one) => !one.isToPayer).reduce((sum, one) => sum + one.units, 0n);
        expect(phase === 'running').to.equal(toUs + (givenBack?.units ?? 0n) < handed);
        expect(owed).to.equal(phase === 'running' ? null : toUs + 100n);
        expect(toUs <= handed).to.equal(true);
      }
    }), { numRuns: 300 });
  });
});

interface Part {
  readonly tx: number;
  readonly units: bigint;
  readonly isToPayer: boolean;
}

/** 99,900 units cut into parts over up to four transactions, which the upstream names in any order and more than once. */
const anySplit = fc.record({
  cuts: fc.uniqueArray(fc.integer({ min: 1, max: 99_899 }), { maxLength: 7 }),
  places: fc.array(fc.record({ tx: fc.nat({ max: 3 }), isToPayer: fc.boolean() }), { minLength: 8, maxLength: 8 }),
  looks: fc.array(fc.nat({ max: 3 }), { maxLength: 8 }),
}).map(({ cuts, places, looks }) => {
  const ends = [...cuts.toSorted((a, b) => a - b), 99_900];
  const parts = ends.map((end, index): Part => ({ tx: 0, isToPayer: false, ...places[index], units: BigInt(end - (ends[index - 1] ?? 0)) }));
  return { parts, looks };
});

const anyUnits = fc.oneof(fc.constantFrom(99_900n, 50_000n, 49_900n, 149_900n, 1n), fc.bigInt({ min: 1n, max: 150_000n }));
const anyShared = fc.record({
  parts: fc.array(fc.record({ tx: fc.nat({ max: 2 }), units: anyUnits, isToPayer: fc.constantFrom(false, false, true) }), { minLength: 1, maxLength: 8 }),
  looks: fc.array(fc.record({ id: fc.constantFrom('rt_1', 'rt_2'), tx: fc.nat({ max: 2 }) }), { minLength: 1, maxLength: 10 }),
});

type Brought = Readonly<Record<string, Readonly<Record<string, readonly Arrival[]>>>>;

function hashOf(tx: number): Hex {
  return `0x${String(tx).repeat(64)}`;
}

function broughtBy(parts: readonly Part[]): Brought {
  const at = (tx: number, isToPayer: boolean): readonly Arrival[] => parts.flatMap((one, logIndex) => (
    one.tx === tx && one.isToPayer === isToPayer ? [arrival(logIndex, one.units)] : []));
  return Object.fromEntries([0, 1, 2, 3].map((tx) => [hashOf(tx), { [payer]: at(tx, true), [spender]: at(tx, false) }]));
}

function arrival(logIndex: number, units: bigint): Arrival {
  return { hash: refundTx, token, from: evmAddress(`0xee${'0'.repeat(38)}`), units, logIndex, timestampSec: startMs / 1_000 + 60 };
}

/** The upstream got the amount less 100 units, our charge. */
function route(id: string, amount: bigint): Route {
  const chain = evmChain(8453);
  return {
    id, rail: 'lifi', phase: 'running', stage: 'IN_FLIGHT', givenBack: null, owed: null, credited: asUnits(amount), createdAtMs: startMs, plan: { fee: asUnits(100n), steps: [] },
    order: { lane: { from: chain, to: evmChain(42161) }, from: { chain, address: token }, amount: asAmount(amount), payer },
  } as unknown as Route; // CAST: what the refund of a route depends on.
}

/** What each transaction brought which account, and how routes were moved by it. */
function bench(brought: Brought, routes: readonly Route[] = [route('rt_1', 100_000n)]) {
  const now = new Map(routes.map((one) => [one.id, one]));
  const credited = new Map<string, string>();
  const said: string[] = [];
  const tx: Partial<JournalWriter> = {
    async creditDelivery(_chain, hash, logIndex, routeId) {
      const key = `${hash}/${logIndex}`;
      if (!credited.has(key)) credited.set(key, routeId);
      return credited.get(key) === routeId;
    },
    async moveRoute(moved: Route, change: RouteChange) {
      const next = { ...moved, ...change };
      now.set(moved.id, next);
      return next;
    },
  };
  const ports = {
    custody: { account: () => spender, arrivals: async (_chain: string, hash: Hex, { to }: { readonly to: string }) => (brought[hash]?.[to] ?? []).map((one) => ({ ...one, hash })) },
    work: { run: (_name: string, unit: (writer: Partial<JournalWriter>) => Promise<unknown>) => unit(tx) },
    clock: { now: () => startMs }, log: { info: () => undefined, error: (event: string) => { said.push(event); } },
  } as unknown as MoneyPorts; // CAST: the parts that a refund works with.
  const current = (id: string): Route => {
    const found = now.get(id);
    if (found === undefined) throw new Error(`there is no route ${id}`);
    return found;
  };
  return {
    said, route: current,
    look: (id: string, named: Hex) => settleGivenBack(ports, current(id), { status: 'FAILED', stage: 'REFUNDED', refundTx: named }, signal),
    ends: () => [...now.values()].map(({ id, phase, stage, owed }) => [id, phase, stage, owed] as const),
  };
}
