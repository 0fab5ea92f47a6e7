import type { Hex } from '@interline/kernel';
import type { Arrival } from '@interline/ports';
import {
  arrival,
  type Brought,
  givenBackBench,
  payer,
  route,
  spender,
} from './testing/given-back-bench.ts';
import { expect } from 'chai';
import fc from 'fast-check';

describe('money an upstream returned in any split', () => {
  it('is owed exactly once all of it came, for any parts, in any order and with any repetition', async () => {
    await fc.assert(
      fc.asyncProperty(anySplit, async ({ parts, looks }) => {
        const txs = [...new Set(parts.map((one) => one.tx))];
        const house = givenBackBench(broughtBy(parts));
        const sum = (some: readonly Part[]): bigint =>
          some.reduce((total, one) => total + one.units, 0n);

        const named = new Set<number>();
        for (const look of [...looks, ...txs]) {
          if (!txs.includes(look)) continue;
          const isOver = house.route('rt_1').phase !== 'running';
          if (!isOver) await house.look('rt_1', hashOf(look));
          named.add(look);
          const shown = parts.filter((one) => named.has(one.tx));
          const isWhole = named.size === txs.length;
          const owed = isWhole ? 100n + sum(shown.filter((one) => !one.isToPayer)) : null;
          expect(house.ends()).to.deep.equal([
            ['rt_1', isWhole ? 'refunding' : 'running', isWhole ? 'REFUNDING' : 'VERIFYING', owed],
          ]);
          expect(house.route('rt_1').givenBack?.units).to.equal(
            sum(shown.filter((one) => one.isToPayer)),
          );
        }
      }),
      { numRuns: 300 },
    );
  });

  it('never pays a route more than came for it, nor ends one that is short, for any sharing', async () => {
    await fc.assert(
      fc.asyncProperty(anyShared, async ({ parts, looks }) => {
        const house = givenBackBench(broughtBy(parts), [
          route('rt_1', 100_000n),
          route('rt_2', 50_100n),
        ]);

        for (const { id, tx } of looks)
          if (house.route(id).phase === 'running') await house.look(id, hashOf(tx));

        const counted = ['rt_1', 'rt_2'].flatMap((id) => house.route(id).givenBack?.parts ?? []);
        expect(new Set(counted.map((one) => `${one.tx}/${one.logIndex}`)).size).to.equal(
          counted.length,
        );
        for (const [id, handed] of [
          ['rt_1', 99_900n],
          ['rt_2', 50_000n],
        ] as const) {
          const { phase, owed, givenBack } = house.route(id);
          const toUs = (givenBack?.parts ?? [])
            .filter((one) => !one.isToPayer)
            .reduce((sum, one) => sum + one.units, 0n);
          expect(phase === 'running').to.equal(toUs + (givenBack?.units ?? 0n) < handed);
          expect(owed).to.equal(phase === 'running' ? null : toUs + 100n);
          expect(toUs <= handed).to.equal(true);
        }
      }),
      { numRuns: 300 },
    );
  });
});

interface Part {
  readonly tx: number;
  readonly units: bigint;
  readonly isToPayer: boolean;
}

/**
 * 99,900 units split over up to four transactions, which the upstream names in any order and
 * repeatedly.
 */
const anySplit = fc
  .record({
    cuts: fc.uniqueArray(fc.integer({ min: 1, max: 99_899 }), { maxLength: 7 }),
    places: fc.array(fc.record({ tx: fc.nat({ max: 3 }), isToPayer: fc.boolean() }), {
      minLength: 8,
      maxLength: 8,
    }),
    looks: fc.array(fc.nat({ max: 3 }), { maxLength: 8 }),
  })
  .map(({ cuts, places, looks }) => {
    const ends = [...cuts.toSorted((a, b) => a - b), 99_900];
    const parts = ends.map((end, index): Part => ({
      tx: 0,
      isToPayer: false,
      ...places[index],
      units: BigInt(end - (ends[index - 1] ?? 0)),
    }));
    return { parts, looks };
  });

const anyUnits = fc.oneof(
  fc.constantFrom(99_900n, 50_000n, 49_900n, 149_900n, 1n),
  fc.bigInt({ min: 1n, max: 150_000n }),
);
const anyShared = fc.record({
  parts: fc.array(
    fc.record({
      tx: fc.nat({ max: 2 }),
      units: anyUnits,
      isToPayer: fc.constantFrom(false, false, true),
    }),
    { minLength: 1, maxLength: 8 },
  ),
  looks: fc.array(fc.record({ id: fc.constantFrom('rt_1', 'rt_2'), tx: fc.nat({ max: 2 }) }), {
    minLength: 1,
    maxLength: 10,
  }),
});

function hashOf(tx: number): Hex {
  return `0x${String(tx).repeat(64)}`;
}

function broughtBy(parts: readonly Part[]): Brought {
  const at = (tx: number, isToPayer: boolean): readonly Arrival[] =>
    parts.flatMap((one, logIndex) =>
      one.tx === tx && one.isToPayer === isToPayer ? [arrival(logIndex, one.units)] : [],
    );
  return Object.fromEntries(
    [0, 1, 2, 3].map((tx) => [hashOf(tx), { [payer]: at(tx, true), [spender]: at(tx, false) }]),
  );
}
